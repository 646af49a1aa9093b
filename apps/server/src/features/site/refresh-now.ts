import type { Log } from '../../platform/log.ts';

/** Refreshes a cache after a change. A failure is logged: the next refresh finds the change. */
export async function refreshNow(held: { refresh(): Promise<void> }, log: Pick<Log, 'error'>): Promise<void> {
  await held
    .refresh()
    .catch((error: unknown) => log.error({ err: error }, 'refresh after an operator’s change failed'));
}
