import type { Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { Debts, Leaving } from './debts.ts';

/** Refuses what an overdue loan keeps from being locked, in the transaction that locks it. */
export async function locksAllowed<T>(
  debts: Debts,
  tx: Tx,
  planned: readonly Result<T>[],
  leavingOf: (each: T) => Leaving,
): Promise<Result<T>[]> {
  const able = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const refusals = await debts.refused(tx, 'locks', able.map(leavingOf));
  let at = 0;
  return planned.map((each) => {
    if (!each.ok) return each;
    const refusal = refusals[at];
    at += 1;
    return refusal ? { ok: false, refusal } : each;
  });
}
