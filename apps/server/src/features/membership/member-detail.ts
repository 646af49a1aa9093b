import { OPTION_STATUS, RECORD_STATUS, SPOT_STATUS } from '@plimsoll/contract';
import { TOTAL_MAX, type MemberDetail } from '@plimsoll/contract/operator';
import type { MarketData } from '../../market/index.ts';
import { sql, type Query } from '../../platform/db.ts';
import { SESSION_LIFE_MS } from '../../platform/sessions.ts';
import { factorsSet } from '../security/index.ts';
import { memberBalances } from './member-balances.ts';
import { ITEM_COLUMNS, itemOf, type ItemRow } from './member-item.ts';

interface Row extends ItemRow {
  inviter: string | null;
  invit: string;
  have_pay: boolean;
  sessions: number;
  last_seen: Date | null;
  invited: number;
  spot_orders: number;
  spot_orders_open: number;
  option_orders: number;
  option_orders_open: number;
  transfers: number;
  self_frozen_at: Date | null;
  first_by: string | null;
}

const counted = (from: string): string => `(select count(*)::int from (select from ${from} limit ${TOTAL_MAX}) c)`;
const byId = sql<Row>(
  'membership.detail',
  `
  select ${ITEM_COLUMNS}, m.invit,
    (select username from member i where i.id = m.invited_by) as inviter, m.pay_password_hash is not null as have_pay,
    ${counted('session where member_id = m.id and last_used_at > $2')} as sessions,
    (select max(last_used_at) from session where member_id = m.id) as last_seen,
    ${counted('member i where i.invited_by = m.id')} as invited,
    ${counted('spot_order where member_id = m.id')} as spot_orders,
    ${counted(`spot_order where member_id = m.id and status = ${SPOT_STATUS.open}`)} as spot_orders_open,
    ${counted('option_order where member_id = m.id')} as option_orders,
    ${counted(`option_order where member_id = m.id and status = ${OPTION_STATUS.open}`)} as option_orders_open,
    ${counted('account_transfer where member_id = m.id')} as transfers, f.created_at as self_frozen_at,
    (select o.username from proposal p join operator o on o.id = p.proposed_by
     where p.kind = 'members' and p.what = 'change' and p.ref = m.id::text and p.status = ${RECORD_STATUS.pending}
       and p.proposed_at >= f.created_at order by p.id limit 1) as first_by
  from member m left join self_freeze f on f.member_id = m.id and f.thawed_at is null where m.id = $1`,
);

interface DetailDeps {
  readonly market: MarketData;
  readonly nowMs: number;
}

/** All that an operator sees of a member at once (docs/wire/operator.md); undefined when there is none. */
export async function memberDetail(
  query: Query,
  memberId: string,
  { market, nowMs }: DetailDeps,
): Promise<MemberDetail | undefined> {
  const [row] = await query.run(byId, [memberId, new Date(nowMs - SESSION_LIFE_MS)]);
  if (!row) return undefined;
  const { list, worth } = await memberBalances(query, market, memberId);
  const factors = await factorsSet(query, memberId, nowMs);
  return {
    ...itemOf(row),
    inviter: row.inviter,
    invit: row.invit,
    invited: row.invited,
    have_pay: row.have_pay ? 1 : 0,
    self_frozen: row.self_frozen_at && { at: row.self_frozen_at.toISOString(), first_by: row.first_by },
    factors,
    sessions: row.sessions,
    last_seen: row.last_seen?.toISOString() ?? null,
    balances: list,
    all_price: worth,
    counts: {
      spot_orders: row.spot_orders,
      spot_orders_open: row.spot_orders_open,
      option_orders: row.option_orders,
      option_orders_open: row.option_orders_open,
      transfers: row.transfers,
    },
  };
}
