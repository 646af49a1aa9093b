import { toNumber } from '@plimsoll/money';
import type { LiveData } from '../live-data.ts';
import type { Trade } from '../recent-trades.ts';
import type { Book, Level, Market } from '../types.ts';

/** Parts of HTX's answers and pushes. Prices and sizes are the nearest floats. */

type Numbers = readonly [price: number, size: number];

const number = (value: Parameters<typeof toNumber>[0] | undefined): number =>
  value === undefined ? 0 : toNumber(value);
const pair = ({ price, size }: Level): Numbers => [toNumber(price), toNumber(size)];

/** Levels as HTX writes them, best first, up to `limit`. */
export const pairs = (levels: readonly Level[] | undefined, limit = Number.POSITIVE_INFINITY): Numbers[] =>
  (levels ?? []).slice(0, limit).map(pair);

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

/** The best of both sides; null for an empty side. */
export function bestOf(book: Book | undefined) {
  const [bid] = pairs(book?.bids, 1);
  const [ask] = pairs(book?.asks, 1);
  return { bid: bid ?? null, ask: ask ?? null };
}

/** Best prices and sizes; null for an empty side. */
export function bestBeside(book: Book | undefined) {
  const { bid, ask } = bestOf(book);
  return { bid: bid?.[0] ?? null, bidSize: bid?.[1] ?? null, ask: ask?.[0] ?? null, askSize: ask?.[1] ?? null };
}

/** One trade; REST names its number `trade-id`, the stream `tradeId`. */
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

/** HTX groups trades; here a group has one. */
export const tradeGroup = (data: LiveData, trade: Trade, idName: 'trade-id' | 'tradeId') => ({
  id: trade.tick.seq,
  ts: data.timeOf(trade.tick),
  data: [tradeRow(data, trade, idName)],
});
