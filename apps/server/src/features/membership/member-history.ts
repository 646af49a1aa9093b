import { HISTORY_DAYS } from '@plimsoll/contract/codes/times';
import type { HistoryLine } from '@plimsoll/contract/operator';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

const DAYS_MS = HISTORY_DAYS * 24 * 60 * 60 * 1000;

interface Row {
  at: Date;
  what: HistoryLine['what'];
  ref: string;
  coin: string;
  amount: string;
  status: 1 | 2 | 3;
  note: string;
}

// The newest of each kind, each read by its index.
const lines = sql<Row>(
  'membership.history',
  `
  select h.at, h.what, h.ref, c.title as coin, h.amount, h.status, h.note from (
    (select created_at as at, 'deposit' as what, id as ref, coin_id, coalesce(credited, claimed)::numeric as amount, status, network_name as note
     from recharge where member_id = $1 order by id desc limit $3)
    union all
    (select created_at, 'withdrawal', id, coin_id, -amount, status, network_or_bank || ' ' || address from withdrawal where member_id = $1 order by id desc limit $3)
    union all
    (select at, 'transfer', id, coin_id, amount, 2::smallint, from_type || ' ' || to_type from account_transfer where member_id = $1 order by id desc limit $3)
    union all
    (select placed_at, 'sent', id, coin_id, -amount, status, (select username from member where id = to_member_id) from member_transfer where member_id = $1 order by id desc limit $3)
    union all
    (select placed_at, 'received', id, coin_id, net, status, (select username from member m where m.id = t.member_id)
     from member_transfer t where to_member_id = $1 order by id desc limit $3)
    union all
    (select proposed_at, 'correction', id, coin_id, amount, status, remark from proposed_posting where member_id = $1 order by id desc limit $3)
  ) h join coin c on c.id = h.coin_id
  where h.at > $2 order by h.at desc, h.what, h.ref desc limit $3`,
);

const STATES = { 1: 'waiting', 2: 'done', 3: 'refused' } as const;

/** A member's deposits, withdrawals, transfers and corrections of 30 days, newest first. */
export async function memberHistory(
  query: Query,
  memberId: string,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): Promise<{ list: HistoryLine[]; total: number }> {
  const rows = await query.run(lines, [memberId, new Date(nowMs - DAYS_MS), limit]);
  const list = rows.map((row): HistoryLine => ({
    // not money: an id, a number on the wire
    at: row.at.toISOString(),
    what: row.what,
    ref: Number(row.ref),
    coinName: row.coin,
    amount: format(amount(row.amount)),
    state: STATES[row.status],
    note: row.note.trim(),
  }));
  return { list, total: list.length };
}
