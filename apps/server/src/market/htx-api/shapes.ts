import { toNumber } from '@plimsoll/money';
import type { LiveData } from '../live-data.ts';
import type { Trade } from '../recent-trades.ts';
import type { Book, Level, Market } from '../types.ts';

/**
 * The pieces HTX's answers and pushes are put together from. Prices and sizes are the floats nearest to the exact
 * decimals, which is how they are written.
 */

type Numbers = readonly [price: number, size: number];

const number = (value: Parameters<typeof toNumber>[0] | undefined): number =>
  value === undefined ? 0 : toNumber(value);
const pair = ({ price, size }: Level): Numbers => [toNumber(price), toNumber(size)];

/** Levels as HTX writes them, best first, at most `most`. */
export const pairs = (levels: readonly Level[] | undefined, most = Number.POSITIVE_INFINITY): Numbers[] =>
  (levels ?? []).slice(0, most).map(pair);

/** The last 24 hours; zeros before the first tick. */
export function dayTick(data: LiveData, market: Market) {
  const day = data.day(market.id);
  const last = data.lastTick(market.id);
  return {
    id: last?.seq ?? 0,
    open: number(day?.open),
    close: number(last?.price ?? day?.close),
    low: number(day?.low),
    high: number(day?.high),
    amount: number(day?.amount),
    vol: number(day?.vol),
    count: day?.count ?? 0,
  };
}

/** The best of both sides; null where there is none to trade on. */
export function bestOf(book: Book | undefined) {
  const [bid] = pairs(book?.bids, 1);
  const [ask] = pairs(book?.asks, 1);
  return { bid: bid ?? null, ask: ask ?? null };
}

/** The best of both sides beside one another: price and size of each, null where there is none to trade on. */
export function bestBeside(book: Book | undefined) {
  const { bid, ask } = bestOf(book);
  return { bid: bid?.[0] ?? null, bidSize: bid?.[1] ?? null, ask: ask?.[0] ?? null, askSize: ask?.[1] ?? null };
}

/** One trade; its number has another name in REST (`trade-id`) than in the stream (`tradeId`). */
export function tradeRow(data: LiveData, { tick, direction }: Trade, idName: 'trade-id' | 'tradeId') {
  return {
    id: tick.seq,
    ts: data.timeOf(tick),
    [idName]: tick.seq,
    amount: toNumber(tick.size),
    price: toNumber(tick.price),
    direction,
  };
}

/** Trades that HTX tells as one: here each is told by itself. */
export const tradeGroup = (data: LiveData, trade: Trade, idName: 'trade-id' | 'tradeId') => ({
  id: trade.tick.seq,
  ts: data.timeOf(trade.tick),
  data: [tradeRow(data, trade, idName)],
});
