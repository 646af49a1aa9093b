import { SIDE } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';

/** What was taken from each level of each kept snapshot, by side: 1 buys took asks, 2 sells took bids. */
const TAKEN = `
  select t.market_id, t.seq, t.side, t.price, sum(t.quantity) as quantity from (
    select o.market_id, f.book_seq as seq, o.side, coalesce(f.level_price, f.price) as price, f.quantity from spot_fill f join spot_order o on o.id = f.order_id
    union all
    select l.market_id, l.book_seq, case when l.sells then ${SIDE.sell} else ${SIDE.buy} end, e.price, e.quantity
    from flash_exchange_take e join flash_exchange_leg l on l.exchange_id = e.exchange_id and l.n = e.n
  ) t group by 1, 2, 3, 4`;

/** Every kept snapshot as it came, `k`; its row, packed or not, is `b`. */
const OPENED = `spot_book b cross join lateral spot_book_open(b) k`;

/** Every level of every kept snapshot, with how much of it was gone before the snapshot began. */
const LEVELS = `
  select k.market_id, k.seq, s.side, (v->>0)::numeric as price, (v->>1)::numeric as size, s.side_left, length(b.packed) > 0 as is_packed,
    greatest(0, s.off - coalesce(sum((v->>1)::numeric) over (partition by k.market_id, k.seq, s.side order by n rows between unbounded preceding and 1 preceding), 0)) as off
  from ${OPENED}
  cross join lateral (values (${SIDE.buy}, k.asks, k.asks_left, k.asks_off), (${SIDE.sell}, k.bids, k.bids_left, k.bids_off)) s (side, levels, side_left, off)
  cross join lateral jsonb_array_elements(s.levels::jsonb) with ordinality e (v, n)`;

/** Each side of each snapshot with a depth memory, and what the snapshot before it ended with. */
const CHAIN = `
  select k.market_id, k.seq, s.side, s.taken, s.taken_at, s.off, k.receive_time, k.recovery_ms, k.after_seq, p.seq as before_seq,
    case when t.quantity > 0 then was.off + t.quantity else was.taken end as expected,
    case when t.quantity > 0 then p.receive_time else was.taken_at end as expected_at
  from ${OPENED}
  left join spot_book before on before.market_id = b.market_id and before.seq = b.after_seq
  left join lateral spot_book_open(before) p on true
  cross join lateral (values (${SIDE.buy}, k.asks_taken, k.asks_taken_at, k.asks_off), (${SIDE.sell}, k.bids_taken, k.bids_taken_at, k.bids_off)) s (side, taken, taken_at, off)
  left join lateral (values (${SIDE.buy}, p.asks_taken, p.asks_taken_at, p.asks_off), (${SIDE.sell}, p.bids_taken, p.bids_taken_at, p.bids_off)) was (side, taken, taken_at, off) on was.side = s.side
  left join (select market_id, seq, side, sum(quantity) as quantity from (${TAKEN}) e group by 1, 2, 3) t
    on t.market_id = p.market_id and t.seq = p.seq and t.side = s.side
  where k.recovery_ms is not null`;

/** No side of a book gave more than it showed and had recovered (RULES 3). */
export const depthAudits: readonly SliceAudit[] = [
  {
    name: 'each kept snapshot is as received, in the chain of its market',
    key: 'spot-book-chain',
    wrong: `select 'market ' || k.market_id || ' snapshot ' || k.seq as row
      from ${OPENED} join market m on m.id = k.market_id
      left join spot_book p on p.market_id = k.market_id and p.seq = k.after_seq
      where (k.hash = spot_book_hash(k.previous, m.symbol, k.seq, k.receive_time, k.bids, k.asks)) is not true
        or k.previous is distinct from case when k.after_seq is null then decode(repeat('00', 32), 'hex') else p.hash end`,
    figures: `select count(distinct market_id) || ' chains of snapshots' as row from spot_book`,
  },
  {
    name: 'each snapshot gave no more than it had, and says what is left',
    key: 'spot-books',
    wrong: `select 'market ' || l.market_id || ' snapshot ' || l.seq || ' at ' || l.price as row
      from (${LEVELS}) l
      left join (${TAKEN}) t on t.market_id = l.market_id and t.seq = l.seq and t.side = l.side and t.price = l.price
      -- What is left of a packed one is what this says: it cannot be less than nothing.
      where case when l.is_packed then greatest(0, l.size - l.off) < coalesce(t.quantity, 0)
        else greatest(0, l.size - l.off) - coalesce(t.quantity, 0)
          <> coalesce((select sum((r->>1)::numeric) from jsonb_array_elements(l.side_left::jsonb) r where (r->>0)::numeric = l.price), 0) end
      union all
      select 'market ' || t.market_id || ' snapshot ' || t.seq || ' gave at ' || t.price || ', a price it did not have' from (${TAKEN}) t
      left join spot_book b on b.market_id = t.market_id and b.seq = t.seq
      left join lateral spot_book_open(b) k on true
      where not exists (select from jsonb_array_elements((case t.side when ${SIDE.buy} then k.asks else k.bids end)::jsonb) v where (v->>0)::numeric = t.price)`,
    figures: `select count(*) || ' snapshots kept, ' || count(*) filter (where length(packed) > 0) || ' of them packed' as row from spot_book`,
  },
  {
    name: 'each snapshot began without what was taken before it and had not recovered',
    key: 'spot-depth',
    wrong: `select 'market ' || c.market_id || ' snapshot ' || c.seq || ' side ' || c.side || ': ' || c.off || ' of ' || c.taken as row
      from (${CHAIN}) c
      where (c.after_seq is not distinct from c.before_seq and c.taken = coalesce(c.expected, 0) and c.taken_at is not distinct from c.expected_at
        -- By eight places of the share that is left, up.
        and abs(c.off - c.taken * coalesce(power(0.5, least(abs(extract(epoch from c.receive_time - c.taken_at)) * 1000 / c.recovery_ms, 200)), 0))
          <= c.taken * 0.00000001 + 0.00000001) is not true
      union all
      select 'market ' || k.market_id || ': two snapshots follow ' || coalesce(k.after_seq::text, 'none') from ${OPENED}
      where k.recovery_ms is not null group by k.market_id, k.after_seq having count(*) > 1
      union all
      select 'market ' || k.market_id || ' snapshot ' || k.seq || ' is not the newest' from spot_book k where k.is_newest
        and exists (select from spot_book n where n.market_id = k.market_id and n.after_seq = k.seq)`,
    figures: `select count(*) || ' snapshots with a memory' as row from ${OPENED} where k.recovery_ms is not null`,
  },
];
