import { amount, price, rate } from '@plimsoll/money';
import { beforeEach, expect, test } from 'vitest';
import { sampleMarket } from '../../testing/sample-market.ts';
import type { RawQuote } from '../feeds/feed.ts';
import type { MarketMark } from '../types.ts';
import { MarkMaker } from './mark-maker.ts';

const market = sampleMarket('BTC', 'USDT');
let maker: MarkMaker;
let last: MarketMark | undefined;

beforeEach(() => {
  last = undefined;
  maker = new MarkMaker({ band: () => rate('0.005'), lastMark: () => last });
});

const quote = (source: string, mid: number, more: Partial<RawQuote> = {}): RawQuote => ({
  symbol: 'btcusdt',
  source,
  sourceTimeMs: 1_000,
  bid: mid - 0.5,
  ask: mid + 0.5,
  depth: 1_000,
  ...more,
});
function next(nowMs: number): MarketMark | undefined {
  const mark = maker.next(market, nowMs);
  if (mark && !mark.held) last = mark;
  return mark;
}

test('a mark is written when the price changes, and once a second while it does not', () => {
  maker.take(market, quote('a', 100), 0);
  expect(next(0)).toMatchObject({ seq: 1, timeMs: 0, price: price('100') });
  expect(next(200)).toBeUndefined();
  expect(next(999)).toBeUndefined();
  expect(next(1_000)).toMatchObject({ seq: 2, timeMs: 1_000 });
  maker.take(market, quote('a', 100.25), 1_100);
  expect(next(1_200)).toMatchObject({ seq: 3, price: price('100.25') });
});

test('a source counts for five seconds after its last book; with all silent there is no mark', () => {
  maker.take(market, quote('a', 100), 0);
  maker.take(market, quote('b', 100.25), 3_000);
  expect(next(5_000)?.sources.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(next(5_001)?.sources.map(({ name }) => name)).toEqual(['b']);
  expect(next(8_001)).toBeUndefined();
});

test('a source whose connection breaks stops counting immediately', () => {
  maker.take(market, quote('a', 100), 0);
  maker.take(market, quote('b', 100.25), 0);
  maker.sourceDown('a');
  expect(next(200)?.sources.map(({ name }) => name)).toEqual(['b']);
});

test.each([
  ['crossed', { bid: 101, ask: 100 }],
  ['touching', { bid: 100, ask: 100 }],
  ['absurdly wide', { bid: 50, ask: 150 }],
  ['no number', { bid: Number.NaN }],
  ['infinite', { ask: Number.POSITIVE_INFINITY }],
  ['negative', { bid: -1 }],
  ['without a time', { sourceTimeMs: Number.NaN }],
])('a book that is %s makes its source silent', (_name, broken) => {
  maker.take(market, quote('a', 100), 0);
  maker.take(market, quote('b', 100), 0);
  expect(maker.take(market, quote('a', 100, broken), 100)).toBe(false);
  expect(next(200)?.sources.map(({ name }) => name)).toEqual(['b']);
});

test('a book below the market’s minimum depth makes no mark', () => {
  const deep = { ...market, markDepth: amount('500') };
  expect(maker.take(deep, quote('a', 100, { depth: 499.99 }), 0)).toBe(false);
  expect(maker.take(deep, quote('b', 100, { depth: 500 }), 0)).toBe(true);
  expect(next(0)?.sources.map(({ name }) => name)).toEqual(['b']);
});

test("a source's book older than its previous one is ignored, whatever its clock's error", () => {
  maker.take(market, quote('a', 100, { sourceTimeMs: 61_000 }), 0);
  expect(maker.take(market, quote('a', 99, { sourceTimeMs: 60_999 }), 100)).toBe(false);
  expect(next(200)).toMatchObject({ price: price('100'), sources: [{ timeMs: 61_000 }] });
});

test('a venue’s book numbers and trade ids go on the tape when they are valid', () => {
  maker.take(market, quote('a', 100, { seq: 7, trade: 'T-1_2' }), 0);
  maker.take(market, quote('b', 100, { seq: 1.5, trade: '"};' }), 0);
  expect(next(0)?.sources.map(({ seq, trade }) => [seq, trade])).toEqual([
    [7, 'T-1_2'],
    [undefined, undefined],
  ]);
});

test('numbers continue after the tape’s end, and times never decrease when the clock does', () => {
  maker.resume(market.id, { seq: 41, timeMs: 9_000 });
  maker.take(market, quote('a', 100), 5_000);
  expect(next(5_000)).toMatchObject({ seq: 42, timeMs: 9_000 });
  maker.take(market, quote('a', 100.25), 5_200);
  expect(next(5_200)).toMatchObject({ seq: 43, timeMs: 9_000 });
});
