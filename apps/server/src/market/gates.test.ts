import { format, price } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleMarket } from '../testing/sample-market.ts';
import { BookGate } from './book-gate.ts';
import { changePercent, exactPrice, exactSize } from './exact.ts';
import type { RawBook, RawLevel } from './feeds/feed.ts';
import { CONFIRMING_TICKS, TickGate, type Quarantine } from './tick-gate.ts';
import type { Book, Tick } from './types.ts';

const market = sampleMarket('BTC', 'USDT');
const raw = (at: number, sourceTimeMs = 1_000, size = 1) => ({ symbol: 'btcusdt', sourceTimeMs, price: at, size });
const outcomeOf = (result: Tick | Quarantine) => (typeof result === 'string' ? result : format(result.price));

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, -1, 1e-9, 1e18, 1e300])(
  'a price of %d is quarantined',
  (at) => {
    expect(new TickGate().judge(market, raw(at), 5)).toBe('not_positive');
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('a size of %d is quarantined', (size) => {
  expect(new TickGate().judge(market, raw(1, 1, size), 5)).toBe('not_positive');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 253_402_300_800_000, 1e300])(
  'a source time of %d is quarantined: it cannot be stored',
  (sourceTimeMs) => {
    const gate = new TickGate();
    expect(gate.judge(market, raw(1, sourceTimeMs), 5)).toBe('not_positive');
    expect(outcomeOf(gate.judge(market, raw(1, 5), 5))).toBe('1.00000000');
  },
);

test('a fractional tick number is cut to a whole one', () => {
  expect(new TickGate().judge(market, { ...raw(1), seq: 7.9 }, 5)).toMatchObject({ seq: 7 });
});

test('a tick older than the last is quarantined, one of the same moment is not', () => {
  const gate = new TickGate();
  expect(outcomeOf(gate.judge(market, raw(100, 1_000), 5))).toBe('100.00000000');
  expect(gate.judge(market, raw(100, 999), 6)).toBe('older');
  expect(outcomeOf(gate.judge(market, raw(101, 1_000), 7))).toBe('101.00000000');
});

test('a tick exactly as far as allowed is used, one unit further is not', () => {
  const accepts = (at: number) => {
    const gate = new TickGate();
    gate.judge(market, raw(100), 1);
    return outcomeOf(gate.judge(market, raw(at), 2));
  };
  expect([120, 80].map(accepts)).toEqual(['120.00000000', '80.00000000']);
  expect([120.00000001, 79.99999999].map(accepts)).toEqual(['jump', 'jump']);
});

test('ten consecutive ticks at the new level confirm a jump, nine and one at the old do not', () => {
  const gate = new TickGate();
  gate.judge(market, raw(100), 1);
  const nine = Array.from({ length: CONFIRMING_TICKS - 1 }, () => outcomeOf(gate.judge(market, raw(200), 2)));
  expect(new Set(nine)).toEqual(new Set(['jump']));
  expect(outcomeOf(gate.judge(market, raw(100), 3))).toBe('100.00000000');
  const again = Array.from({ length: CONFIRMING_TICKS }, () => outcomeOf(gate.judge(market, raw(200), 4)));
  expect(again).toEqual([...nine, '200.00000000']);
  expect(outcomeOf(gate.judge(market, raw(201), 5))).toBe('201.00000000');
});

test('ticks that differ from one another confirm nothing', () => {
  const gate = new TickGate();
  gate.judge(market, raw(100), 1);
  for (let each = 0; each < 50; each += 1)
    expect(gate.judge(market, raw(each % 2 === 0 ? 100_000 : 1_000), 2)).toBe('jump');
});

test('a second source confirms a jump immediately', () => {
  const gate = new TickGate((_, at) => format(at) === '200.00000000');
  gate.judge(market, raw(100), 1);
  expect(gate.judge(market, raw(201), 2)).toBe('jump');
  expect(outcomeOf(gate.judge(market, raw(200), 2))).toBe('200.00000000');
});

test('numbers rise from tick to tick, also after a restart, whatever the feed and the clock give', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          seq: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
          receive: fc.integer({ min: 0, max: 100 }),
          restart: fc.boolean(),
        }),
      ),
      (steps) => {
        let gate = new TickGate();
        let last: Tick | undefined;
        const seqs: number[] = [];
        for (const { seq, receive, restart } of steps) {
          if (restart) {
            gate = new TickGate();
            if (last) gate.resume(last, true);
          }
          const tick = gate.judge(market, { ...raw(100), ...(seq === undefined ? {} : { seq }) }, receive);
          if (typeof tick === 'string') throw new Error(tick);
          seqs.push(tick.seq);
          last = tick;
        }
        expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      },
    ),
  );
});

test('of another run of the feed only the number counts: prices and times start over', () => {
  const gate = new TickGate();
  gate.resume({ seq: 900, price: price('5'), sourceTimeMs: 1e12 }, false);
  const tick = gate.judge(market, raw(100, 1), 1);
  expect(tick).toMatchObject({ seq: 901, sourceTimeMs: 1 });
});

const last: Tick = {
  marketId: market.id,
  seq: 3,
  sourceTimeMs: 0,
  receiveTimeMs: 0,
  price: price('100'),
  size: exactSize(1) ?? (0n as never),
};
const judge = (
  bids: RawLevel[],
  asks: RawLevel[],
  gate = new BookGate(),
  more: Partial<RawBook> = {},
): Book | Quarantine => gate.judge(market, { symbol: 'btcusdt', sourceTimeMs: 10, bids, asks, ...more }, last, 20);

test('a good book is accepted exactly, with twenty levels a side and the last tick’s number', () => {
  const side = (from: number, by: number) =>
    Array.from({ length: 25 }, (_, index): RawLevel => [from + index * by, 0.1]);
  const book = judge(side(99.99, -0.01), side(100, 0.01));
  expect(book).toMatchObject({ marketId: market.id, tickSeq: 3, seq: 20, receiveTimeMs: 20, sourceTimeMs: 10 });
  if (typeof book === 'string') throw new Error(book);
  expect(book.bids).toHaveLength(20);
  expect(book.asks.map((level) => format(level.price)).slice(0, 2)).toEqual(['100.00000000', '100.01000000']);
});

test.each<[string, RawLevel[], RawLevel[], Quarantine]>([
  ['crossed', [[101, 1]], [[100, 1]], 'crossed'],
  ['locked', [[100, 1]], [[100, 1]], 'crossed'],
  [
    'with bids out of order',
    [
      [98, 1],
      [99, 1],
    ],
    [[100, 1]],
    'not_positive',
  ],
  [
    'with asks out of order',
    [[98, 1]],
    [
      [101, 1],
      [100, 1],
    ],
    'not_positive',
  ],
  [
    'with a price twice',
    [
      [98, 1],
      [98, 2],
    ],
    [[101, 1]],
    'not_positive',
  ],
  [
    'with a price of zero',
    [
      [99, 1],
      [0, 1],
    ],
    [[101, 1]],
    'not_positive',
  ],
  ['with a size of zero', [[99, 0]], [[101, 1]], 'not_positive'],
  ['with a size below zero', [[99, -1]], [[101, 1]], 'not_positive'],
  ['with no number', [[99, Number.NaN]], [[101, 1]], 'not_positive'],
  ['a thousand times too high', [[99_000, 1]], [[101_000, 1]], 'jump'],
  ['with one side far off', [[99, 1]], [[500, 1]], 'jump'],
])('a book %s is quarantined', (_, bids, asks, reason) => {
  expect(judge(bids, asks)).toBe(reason);
});

test('a book before any tick, and one older than the last, are quarantined', () => {
  expect(new BookGate().judge(market, { symbol: 'btcusdt', sourceTimeMs: 1, bids: [], asks: [] }, undefined, 1)).toBe(
    'no_tick',
  );
  const gate = new BookGate();
  expect(typeof judge([[99, 1]], [[101, 1]], gate)).toBe('object');
  expect(judge([[99, 1]], [[101, 1]], gate, { sourceTimeMs: 9 })).toBe('older');
});

test('any decimal of eight places that a float can distinguish is converted exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 26n * 100_000_000n }), (units) => {
      expect(exactPrice(Number(format(units as never)))).toBe(units);
    }),
  );
});

test.each([
  ['100', '101.23', '+1.23'],
  ['100', '99.6', '-0.40'],
  ['100', '100', '+0.00'],
  ['100', '99.99999', '+0.00'],
  ['100', '100.005', '+0.01'],
  ['100', '99.995', '-0.01'],
  ['0', '5', '+0.00'],
  ['1', '25', '+2400.00'],
])('from %s to %s is %s percent', (from, to, change) => {
  expect(changePercent(price(from), price(to))).toBe(change);
});
