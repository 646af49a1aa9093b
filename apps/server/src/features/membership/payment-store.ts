import { sql, type Query } from '../../platform/db.ts';

/** What a payment password is checked against. */
export interface PaymentGuard {
  /** Null when none is set. */
  readonly hash: string | null;
  /** No payment before this time; null when payments are not stopped. */
  readonly stoppedUntilMs: number | null;
}

const read = sql<{ hash: string | null; stopped_until: Date | null }>(
  'membership.paymentGuard',
  `
  select m.pay_password_hash as hash, case when g.stopped_until > $2 then g.stopped_until end as stopped_until
  from member m left join payment_guard g on g.member_id = m.id where m.id = $1`,
);
const forget = sql<never>(
  'membership.forgetWrongPayments',
  `
  update payment_guard set wrong = 0, stopped_until = null
  where member_id = $1 and (stopped_until is null or stopped_until <= $2) and (wrong > 0 or stopped_until is not null)`,
);
// One statement, so that guesses at the same moment are counted one after the other, whatever processes they reach.
const count = sql<{ stopped_until: Date | null }>(
  'membership.countWrongPayment',
  `
  insert into payment_guard as g (member_id, wrong) values ($1, 1)
  on conflict (member_id) do update set
    wrong = case when g.stopped_until is null then g.wrong + 1 else 1 end,
    stopped_until = case when g.stopped_until is null and g.wrong + 1 >= $4 then $3::timestamptz end
  where g.stopped_until is null or g.stopped_until <= $2
  returning stopped_until`,
);

/** The guard of a member's payments as it stands at this time. */
export async function readGuard(query: Query, memberId: string, nowMs: number): Promise<PaymentGuard | undefined> {
  const [row] = await query.run(read, [memberId, new Date(nowMs)]);
  return row && { hash: row.hash, stoppedUntilMs: row.stopped_until?.getTime() ?? null };
}

/** Takes the count of wrong ones back to none; a stop that is not over stays. */
export const forgetWrong = async (query: Query, memberId: string, nowMs: number): Promise<void> => {
  await query.run(forget, [memberId, new Date(nowMs)]);
};

/**
 * Counts a wrong one, the `most`-th of which stops payments until `untilMs`: whether this was it, or whether they had
 * been stopped before it counted.
 */
export async function countWrong(
  query: Query,
  memberId: string,
  { nowMs, untilMs, most }: { nowMs: number; untilMs: number; most: number },
): Promise<'counted' | 'stops' | 'was-stopped'> {
  const [row] = await query.run(count, [memberId, new Date(nowMs), new Date(untilMs), most]);
  if (!row) return 'was-stopped';
  return row.stopped_until === null ? 'counted' : 'stops';
}
