import { DIRECTION, OPTION_STATUS } from '@plimsoll/contract';
import { amount, price, type Amount } from '@plimsoll/money';
import { atMs, id } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Tx } from '../../platform/db.ts';
import { SLOT_MS, type Exposed } from './house-limits.ts';

export interface Slot {
  readonly marketId: string;
  readonly beginsMs: number;
}

// In one order, to prevent deadlocks; held until the transaction ends.
const lock = sql<never>(
  'option.lockExposure',
  `
  select pg_advisory_xact_lock(k.key)
  from (select distinct hashtextextended(name, 0) as key from unnest($1::text[]) name order by key) k`,
);

const SLOTS = rowsOf({ marketId: id('market'), beginsMs: atMs.named('begins') });
const inSlots = sql<{ place: string; direction: 1 | 2; line: string | null; stakes: string; winnings: string }>(
  'option.inSlots',
  `
  with slot as materialized (
    select s.*, begins + $1 * interval '1 millisecond' as ends from ${SLOTS.unnestPlaced('s', 2)}
  ), undrawn as materialized (
    select market_id, direction, stake, winnings, line_within_ms,
      placed_at + (line_delay_ms + seconds * 1000) * interval '1 millisecond' as earliest
    from option_order where status = ${OPTION_STATUS.open} and expires_at is null
  )
  select place, direction, entry_price as line, sum(stake) as stakes, sum(winnings) as winnings
  from slot s join option_order o on o.market_id = s.market_id and o.status = ${OPTION_STATUS.open}
    and o.expires_at >= s.begins and o.expires_at < s.ends
  group by place, direction, entry_price
  union all
  select place, direction, null, sum(stake), sum(winnings)
  from slot s join undrawn u on u.market_id = s.market_id and u.earliest < s.ends
    and u.earliest + u.line_within_ms * interval '1 millisecond' >= s.begins
  group by place, direction`,
);

const ofMembers = sql<{ member_id: string; staked: string }>(
  'option.stakedBy',
  `
  select member_id, sum(stake) as staked from option_order
  where status = ${OPTION_STATUS.open} and member_id = any($1) group by member_id`,
);

/** Blocks other placing on these markets and for these members until the transaction ends. */
export async function lockExposure(tx: Tx, marketIds: readonly string[], memberIds: readonly string[]): Promise<void> {
  await tx.run(lock, [
    [
      ...marketIds.map((id) => `option.exposure/market/${id}`),
      ...memberIds.map((id) => `option.exposure/member/${id}`),
    ],
  ]);
}

/** The open options that may expire in each slot, summed by direction and line. */
export async function exposedIn(tx: Tx, slots: readonly Slot[]): Promise<Exposed[][]> {
  const rows = await tx.run(inSlots, [SLOT_MS, ...SLOTS.arrays(slots)]);
  const bySlot = slots.map((): Exposed[] => []);
  for (const { place, direction, line, stakes, winnings } of rows) {
    bySlot[Number(place) - 1]?.push({
      direction: direction === DIRECTION.up ? 'up' : 'down',
      line: line === null ? null : price(line),
      stakes: amount(stakes),
      winnings: amount(winnings),
    });
  }
  return bySlot;
}

/** What members have staked in open options; members without any are omitted. */
export async function stakedBy(tx: Tx, memberIds: readonly string[]): Promise<Map<string, Amount>> {
  return new Map((await tx.run(ofMembers, [memberIds])).map(({ member_id, staked }) => [member_id, amount(staked)]));
}
