import type { Log } from '../../platform/log.ts';

/**
 * Refreshes what was just changed, so that this process uses it at once. A failure is logged: the change is committed
 * and the next refresh finds it.
 */
export async function seenAtOnce(held: { refresh(): Promise<void> }, log: Pick<Log, 'error'>): Promise<void> {
  await held
    .refresh()
    .catch((error: unknown) => log.error({ err: error }, 'refresh after an operator’s change failed'));
}
