import { OPTION_STATUS } from '@plimsoll/contract';
import { amount, format, ZERO, type Amount } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { DAY_MS, keepChange, NO_LIMITS, readChange, type KeptChange, type OwnLimits } from './limits.ts';

interface Row {
  member_id: string;
  daily_loss: string | null;
  session_minutes: number | null;
  excluded_until: Date | null;
  pending: KeptChange | null;
  pending_from: Date | null;
}

const COLUMNS = 'member_id, daily_loss, session_minutes, excluded_until, pending, pending_from';
const read = sql<Row>('option.limits', `select ${COLUMNS} from option_limit where member_id = $1`);
const lock = sql<Row>(
  'option.lockLimits',
  `select ${COLUMNS} from option_limit where member_id = any($1) order by member_id for update`,
);
const open = sql<never>('option.openLimits', 'insert into option_limit (member_id) values ($1) on conflict do nothing');
const write = sql<never>(
  'option.writeLimits',
  `
  update option_limit set daily_loss = $2, session_minutes = $3, excluded_until = $4, pending = $5::jsonb, pending_from = $6 where member_id = $1`,
);
const sums = sql<{ member_id: string; lost: string; staked: string }>(
  'option.riskOf',
  `
  select m as member_id,
    (select coalesce(-sum(o.profit), 0) from option_order o where o.member_id = m
      and o.status = ${OPTION_STATUS.settled} and o.settled_at >= $2 and o.settled_at < $3) as lost,
    (select coalesce(sum(o.stake), 0) from option_order o where o.member_id = m
      and o.status = ${OPTION_STATUS.open}) as staked
  from unnest($1::bigint[]) as m`,
);

const limitsOf = (row: Row | undefined): OwnLimits =>
  row === undefined
    ? NO_LIMITS
    : {
        dailyLoss: row.daily_loss === null ? null : amount(row.daily_loss),
        sessionMinutes: row.session_minutes,
        excludedUntilMs: row.excluded_until?.getTime() ?? null,
        pending:
          row.pending && row.pending_from
            ? { change: readChange(row.pending), fromMs: row.pending_from.getTime() }
            : null,
      };

/** What a member set, as it was written; {@link limitsAt} applies the time. */
export const readLimits = async (query: Query, memberId: string): Promise<OwnLimits> =>
  limitsOf((await query.run(read, [memberId]))[0]);

/** Locks the limits of members until the transaction ends; members without any are omitted. */
export async function lockLimits(tx: Tx, memberIds: readonly string[]): Promise<Map<string, OwnLimits>> {
  const rows = await tx.run(lock, [[...new Set(memberIds)]]);
  return new Map(rows.map((row) => [row.member_id, limitsOf(row)]));
}

/** The same for one member, creating the row. */
export async function lockOwnLimits(tx: Tx, memberId: string): Promise<OwnLimits> {
  await tx.run(open, [memberId]);
  return (await lockLimits(tx, [memberId])).get(memberId) ?? NO_LIMITS;
}

/** Writes a member's limits, whose row is locked. */
export async function writeLimits(tx: Tx, memberId: string, own: OwnLimits): Promise<void> {
  await tx.run(write, [
    memberId,
    own.dailyLoss === null ? null : format(own.dailyLoss),
    own.sessionMinutes,
    own.excludedUntilMs === null ? null : new Date(own.excludedUntilMs),
    own.pending === null ? null : JSON.stringify(keepChange(own.pending.change)),
    own.pending === null ? null : new Date(own.pending.fromMs),
  ]);
}

/** What members have at risk: lost since 00:00 UTC less what was won, never negative; and staked in open options. */
export async function riskOf(
  query: Query,
  memberIds: readonly string[],
  nowMs: number,
): Promise<Map<string, { readonly lost: Amount; readonly staked: Amount }>> {
  const dayStartMs = nowMs - (nowMs % DAY_MS);
  const rows = await query.run(sums, [memberIds, new Date(dayStartMs), new Date(dayStartMs + DAY_MS)]);
  return new Map(
    rows.map(({ member_id, lost, staked }) => {
      const net = amount(lost);
      return [member_id, { lost: net > ZERO ? net : ZERO, staked: amount(staked) }];
    }),
  );
}
