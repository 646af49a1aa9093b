import type { Log } from '../../platform/log.ts';

/**
 * Reads again what was just changed, so that this process goes by it at once. It is committed: when that fails, the
 * next reading finds it.
 */
export async function seenAtOnce(held: { refresh(): Promise<void> }, log: Pick<Log, 'error'>): Promise<void> {
  await held
    .refresh()
    .catch((error: unknown) => log.error({ err: error }, 'what an operator changed could not be read again at once'));
}
