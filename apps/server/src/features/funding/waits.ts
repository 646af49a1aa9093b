import type { Clock } from '../../platform/clock.ts';
import { sql, type Query } from '../../platform/db.ts';

/** How long withdrawals wait after something new (rules 5). */
export const WAIT_MS = 24 * 60 * 60 * 1000;

/** What of a member decides whether they may withdraw. */
export interface Withdrawer {
  readonly isCertified: boolean;
  readonly passwordChangedAt: Date | null;
  readonly payPasswordChangedAt: Date | null;
  /** When a second factor was last removed or replaced, or its recovery codes made anew. */
  readonly weakenedAt: Date | null;
}

const read = sql<{ rzstatus: number; password_changed_at: Date | null; pay_password_changed_at: Date | null; weakened_at: Date | null }>('funding.withdrawer', `
  select m.rzstatus, m.password_changed_at, m.pay_password_changed_at, f.weakened_at from member m left join second_factor f on f.member_id = m.id where m.id = $1`);
const CERTIFIED = 2;

/** A member as withdrawals see them. */
export async function readWithdrawer(query: Query, memberId: string): Promise<Withdrawer> {
  const [row] = await query.run(read, [memberId]);
  if (!row) throw new Error(`no member ${memberId}`);
  return {
    isCertified: row.rzstatus === CERTIFIED, passwordChangedAt: row.password_changed_at, payPasswordChangedAt: row.pay_password_changed_at, weakenedAt: row.weakened_at,
  };
}

/** The last time that a password of the member, what stands beside it, or where the money goes, was changed; undefined when none ever was. A first payment password counts. */
export const newestChange = (changes: readonly (Date | null | undefined)[]): number | undefined => {
  const times = changes.flatMap((change) => (change ? [change.getTime()] : []));
  return times.length === 0 ? undefined : Math.max(...times);
};

/** Until when withdrawals to somewhere that was bound at `boundAt` wait; undefined when they need not. Only in live mode they do. */
export function waitsUntil(
  { passwordChangedAt, payPasswordChangedAt, weakenedAt }: Withdrawer, boundAt: Date | undefined, { clock, mode }: { readonly clock: Clock; readonly mode: 'demo' | 'live' },
): number | undefined {
  const newest = newestChange([passwordChangedAt, payPasswordChangedAt, weakenedAt, boundAt]);
  if (mode !== 'live' || newest === undefined) return undefined;
  const untilMs = newest + WAIT_MS;
  return untilMs > clock.nowMs() ? untilMs : undefined;
}
