import type { Answer, OptionOrder } from '@plimsoll/contract';
import { DIRECTION } from '@plimsoll/contract/codes/options';
import { amount, price, rate, unitOf, type Price } from '@plimsoll/money';
import {
  verifyByMarks,
  verifyOption,
  type NamedTick,
  type OptionStake,
  type Proof,
  type SettledByMarks,
  type SettledOption,
  type TapeMark,
  type TapeTick,
} from '@plimsoll/proof';
import type { WireTape } from './stretch.ts';

type WireTick = Answer<'tradeTape'>['list'][number];
type WireMark = Answer<'tape'>['list'][number];

/** One price of a tape, as it is drawn and listed. */
export interface TapePoint {
  readonly seq: number;
  readonly atMs: number;
  readonly price: Price;
  readonly hash: string;
}

/**
 * What decided an option: a trade under rules 1, the last mark by its expiry, or the next one; nothing for a void.
 */
export type DecidedBy = 'trade' | 'mark' | 'next' | 'none';

/** As the order states it; the check recomputes it. */
export function decidedBy({ rules, exit_tick: exit, selltime }: OptionOrder): DecidedBy {
  if (exit === null || selltime === null) return 'none';
  if (rules === 1) return 'trade';
  return Date.parse(exit.time) > Date.parse(selltime) ? 'next' : 'mark';
}

/** A settled order with its stretch of the tape, and the result of the check. */
export interface Checked {
  /** From the line on, without marks that were held back. */
  readonly points: readonly TapePoint[];
  readonly expiresAtMs: number | undefined;
  readonly exit: TapePoint | undefined;
  readonly decidedBy: DecidedBy;
  /** `reaches`: the stretch is long enough to rule out anything later. */
  readonly proof: Pick<Proof, 'steps' | 'holds' | 'ticks'> & { readonly reaches: boolean };
  readonly outcome: Proof['settlement']['outcome'];
}

/** A trade as it is checked; throws RangeError when its price or size is no decimal. */
const tickOf = (symbol: string, tick: WireTick): TapeTick => ({
  symbol,
  seq: tick.seq,
  source: tick.source,
  sourceTimeMs: Date.parse(tick.source_time),
  receiveTimeMs: Date.parse(tick.time),
  price: price(tick.price),
  size: amount(tick.size),
  previous: tick.previous,
  hash: tick.hash,
});

/** A mark as it is checked; throws RangeError when one of its prices is no decimal. */
const markOf = ({ market, seq, time, price: at, previous, sources, held, hash }: WireMark): TapeMark => ({
  market,
  seq,
  timeMs: Date.parse(time),
  price: price(at),
  previous,
  held: held === true,
  hash,
  sources: sources.map(({ name, bid, ask, time: ownTime, seq: ownSeq, trade }) => ({
    name,
    bid: price(bid),
    ask: price(ask),
    timeMs: Date.parse(ownTime),
    ...(ownSeq === undefined ? {} : { seq: ownSeq }),
    ...(trade === undefined ? {} : { trade }),
  })),
});

const named = (tick: NonNullable<OptionOrder['entry_tick']>): NamedTick => ({
  seq: tick.seq,
  price: price(tick.price),
  hash: tick.hash,
});
const stakeOf = (order: OptionOrder): OptionStake => ({
  direction: order.hyzd === DIRECTION.up ? 'up' : 'down',
  stake: amount(order.num),
  rate: rate(order.rate),
  unit: unitOf(order.decimals),
});

/** A settled order of rules 1 as it is checked; undefined while open. */
function settledOf(order: OptionOrder): SettledOption | undefined {
  const { outcome, ploss, entry_tick: entry, exit_tick: exit, buyprice, selltime } = order;
  if (outcome === null || ploss === null || entry === null || buyprice === null || selltime === null) return undefined;
  return {
    ...stakeOf(order),
    entryPrice: price(buyprice),
    placedAtMs: Date.parse(order.buytime),
    expiresAtMs: Date.parse(selltime),
    freshMs: order.fresh_seconds * 1000,
    entry: named(entry),
    exit: exit && named(exit),
    outcome,
    profit: amount(ploss),
  };
}

/** A settled order of rules 2 as it is checked; undefined while open. */
export function settledByMarks(order: OptionOrder): SettledByMarks | undefined {
  const {
    outcome,
    ploss,
    entry_tick: entry,
    exit_tick: exit,
    line_delay: lineDelayMs,
    line_within: lineWithinMs,
    next_within: nextWithinMs,
  } = order;
  if (outcome === null || ploss === null || lineDelayMs === null || lineWithinMs === null || nextWithinMs === null)
    return undefined;
  return {
    ...stakeOf(order),
    placedAtMs: Date.parse(order.buytime),
    seconds: order.time,
    freshMs: order.fresh_seconds * 1000,
    lineDelayMs,
    lineWithinMs,
    nextWithinMs,
    line: entry && named(entry),
    exit: exit && named(exit),
    outcome,
    profit: amount(ploss),
  };
}

/** Checks a settled order against its stretch; undefined when either cannot be read. */
export function checkedOf(order: OptionOrder, tape: WireTape): Checked | undefined {
  try {
    return tape.rules === 1 ? checkedByTrades(order, tape.list) : checkedByMarks(order, tape.list);
  } catch {
    return undefined;
  }
}

function checkedByTrades(order: OptionOrder, list: readonly WireTick[]): Checked | undefined {
  const option = settledOf(order);
  if (!option) return undefined;
  const ticks = list.map((tick) => tickOf(order.symbol, tick));
  const { steps, holds, ticks: count, settlement } = verifyOption(option, ticks);
  const pointOf = ({ seq, receiveTimeMs: atMs, price: at, hash }: TapeTick): TapePoint => ({
    seq,
    atMs,
    price: at,
    hash,
  });
  return {
    points: ticks.map(pointOf),
    expiresAtMs: option.expiresAtMs,
    exit: settlement.exit ? pointOf(settlement.exit) : undefined,
    decidedBy: settlement.exit ? 'trade' : 'none',
    proof: { steps, holds, ticks: count, reaches: true },
    outcome: settlement.outcome,
  };
}

function checkedByMarks(order: OptionOrder, list: readonly WireMark[]): Checked | undefined {
  const option = settledByMarks(order);
  if (!option) return undefined;
  const marks = list.map(markOf);
  const { steps, holds, ticks, settlement, line, reaches } = verifyByMarks(option, marks);
  const pointOf = ({ seq, timeMs: atMs, price: at, hash }: TapeMark): TapePoint => ({ seq, atMs, price: at, hash });
  const expiresAtMs = line ? line.timeMs + option.seconds * 1000 : undefined;
  return {
    points: line ? marks.filter(({ seq, held }) => seq >= line.seq && !held).map(pointOf) : [],
    expiresAtMs,
    exit: settlement.exit ? pointOf(settlement.exit) : undefined,
    decidedBy:
      !settlement.exit || expiresAtMs === undefined ? 'none' : settlement.exit.timeMs > expiresAtMs ? 'next' : 'mark',
    proof: { steps, holds, ticks, reaches },
    outcome: settlement.outcome,
  };
}
