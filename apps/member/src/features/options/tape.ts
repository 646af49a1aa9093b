import type { Answer, OptionOrder } from '@plimsoll/contract';
import { amount, price, rate, unitOf } from '@plimsoll/money';
import type { SettledOption, TapeTick } from '@plimsoll/proof';

/** A tick as the wire tells it. */
export type WireTick = Answer<'tape'>['list'][number];

/** A tick as it is checked; throws RangeError when its price or size is no decimal. */
export const tickOf = (symbol: string, tick: WireTick): TapeTick => ({
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

/** A settled order as it is checked; undefined while it is open. */
export function settledOf(order: OptionOrder): SettledOption | undefined {
  if (order.outcome === null || order.ploss === null) return undefined;
  const named = (tick: OptionOrder['entry_tick']) => ({ seq: tick.seq, price: price(tick.price), hash: tick.hash });
  return {
    direction: order.hyzd === 1 ? 'up' : 'down',
    stake: amount(order.num),
    rate: rate(order.rate),
    entryPrice: price(order.buyprice),
    placedAtMs: Date.parse(order.buytime),
    expiresAtMs: Date.parse(order.selltime),
    freshMs: order.fresh_seconds * 1000,
    unit: unitOf(order.decimals),
    entry: named(order.entry_tick),
    exit: order.exit_tick && named(order.exit_tick),
    outcome: order.outcome,
    profit: amount(order.ploss),
  };
}

/** Asks for a page of the tape from a sequence on. */
export type AskTape = (from: number) => Promise<readonly WireTick[]>;

/** More would be no market any more: the longest cycle has far fewer. */
const MOST_PAGES = 200;

/**
 * The stretch of the tape that decides an option: from its entry tick on, page by page, up to and with the first ticks after its expiry;
 * where the tape ends before, up to its end. `after` more of them are taken along to be shown.
 */
export async function stretchOf(order: Pick<OptionOrder, 'selltime' | 'entry_tick'>, ask: AskTape, after = 2): Promise<readonly WireTick[]> {
  const expiresAtMs = Date.parse(order.selltime);
  const stretch: WireTick[] = [];
  let from = order.entry_tick.seq;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await ask(from);
    const last = page.at(-1);
    if (!last || last.seq < from) break;
    stretch.push(...page);
    from = last.seq + 1;
    if (Date.parse(last.time) > expiresAtMs) break;
  }
  const end = stretch.findIndex((tick) => Date.parse(tick.time) > expiresAtMs);
  return end < 0 ? stretch : stretch.slice(0, end + after);
}
