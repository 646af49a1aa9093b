import { sql, type Query } from '../../platform/db.ts';

export interface PaymentGuard {
  /** Null when no payment password is set. */
  readonly hash: string | null;
  /** Payments are refused until then; null when they are not. */
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
  update payment_guard set wrong_attempts = 0, stopped_until = null
  where member_id = $1 and (stopped_until is null or stopped_until <= $2) and (wrong_attempts > 0 or stopped_until is not null)`,
);
// One statement, so that parallel guesses are all counted.
const count = sql<{ stopped_until: Date | null }>(
  'membership.countWrongPayment',
  `
  insert into payment_guard as g (member_id, wrong_attempts) values ($1, 1)
  on conflict (member_id) do update set
    wrong_attempts = case when g.stopped_until is null then g.wrong_attempts + 1 else 1 end,
    stopped_until = case when g.stopped_until is null and g.wrong_attempts + 1 >= $4 then $3::timestamptz end
  where g.stopped_until is null or g.stopped_until <= $2
  returning stopped_until`,
);

/** Reads the guard of a member's payments. */
export async function readGuard(query: Query, memberId: string, nowMs: number): Promise<PaymentGuard | undefined> {
  const [row] = await query.run(read, [memberId, new Date(nowMs)]);
  return row && { hash: row.hash, stoppedUntilMs: row.stopped_until?.getTime() ?? null };
}

/** Resets the count of wrong passwords; a stop that lasts stays. */
export const forgetWrong = async (query: Query, memberId: string, nowMs: number): Promise<void> => {
  await query.run(forget, [memberId, new Date(nowMs)]);
};

/** Counts a wrong password, the `max`-th of which stops payments until `untilMs`; says which happened. */
export async function countWrong(
  query: Query,
  memberId: string,
  { nowMs, untilMs, max }: { nowMs: number; untilMs: number; max: number },
): Promise<'counted' | 'stops' | 'was-stopped'> {
  const [row] = await query.run(count, [memberId, new Date(nowMs), new Date(untilMs), max]);
  if (!row) return 'was-stopped';
  return row.stopped_until === null ? 'counted' : 'stops';
}
