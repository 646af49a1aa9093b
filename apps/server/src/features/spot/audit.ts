import { SIDE, SPOT_STATUS } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';
import { depthAudits } from './depth-audit.ts';
import { fillAudits } from './fill-audit.ts';
import { limitAudits } from './limit-audit.ts';

/** Spot orders against their holds, fills and journals; book snapshots against what was filled from them. */
export const spotAudits: readonly SliceAudit[] = [
  {
    name: 'each spot order holds what its hold says, and was held once',
    key: 'spot-holds',
    wrong: `select 'order ' || o.id || ': ' || o.held || ' held, its hold says ' || coalesce((h.amount - h.captured - h.released)::text, 'nothing') as row
      from spot_order o left join ledger_hold h on h.kind = 'spot' and h.ref = o.id
      where (h.amount - h.captured - h.released = o.held) is not true
      union all
      select 'hold of no order ' || h.ref from ledger_hold h where h.kind = 'spot' and not exists (select from spot_order o where o.id = h.ref)`,
    figures: `select count(*) || ' orders, ' || count(*) filter (where status = ${SPOT_STATUS.open}) || ' open, '
      || count(*) filter (where status = ${SPOT_STATUS.completed}) || ' completed, '
      || count(*) filter (where status = ${SPOT_STATUS.cancelled}) || ' cancelled' as row from spot_order`,
  },
  {
    name: 'each spot order is the sum of its fills, none of them beyond its limit',
    key: 'spot-fills',
    wrong: `select 'order ' || o.id as row from spot_order o
      left join (
        select f.order_id, count(*) as n, sum(f.quantity) as quantity, sum(f.paid) as paid, sum(f.fee) as fee, min(f.price) as lowest, max(f.price) as highest
        from spot_fill f group by f.order_id) f on f.order_id = o.id
      where (o.fills = coalesce(f.n, 0) and o.filled = coalesce(f.quantity, 0) and o.paid = coalesce(f.paid, 0) and o.fee = coalesce(f.fee, 0)
        and (o.limit_price is null or f.n is null or case when o.side = ${SIDE.buy} then f.highest <= o.limit_price else f.lowest >= o.limit_price end)) is not true`,
    figures: `select count(*) || ' fills' as row from spot_fill`,
  },
  ...fillAudits,
  ...depthAudits,
  ...limitAudits,
  {
    name: 'each spot journal belongs to an order in the state it brought about',
    key: 'spot-journals',
    wrong: `select j.cause_kind || ' ' || j.cause_id as row from ledger_journal j
      left join spot_order o on o.id = split_part(j.cause_id, '.', 1)::bigint
      where j.cause_kind in ('spot-place', 'spot-fill', 'spot-cancel', 'spot-end')
        and (o.id is null or (j.cause_kind = 'spot-cancel' and o.status <> ${SPOT_STATUS.cancelled})
          or (j.cause_kind = 'spot-end' and o.status <> ${SPOT_STATUS.completed}))
      union all
      select 'order ' || o.id || ' cancelled without a journal' from spot_order o where o.status = ${SPOT_STATUS.cancelled}
        and not exists (select from ledger_journal j where j.cause_kind = 'spot-cancel' and j.cause_id = o.id::text)`,
    figures: `select count(*) || ' spot journals' as row from ledger_journal where cause_kind like 'spot-%'`,
  },
];
