import { price, type Price } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import {
  FIRST_PREVIOUS,
  firstMarkBreak,
  markHash,
  markText,
  medianMid,
  type MarkSource,
  type TapeMark,
} from './index.ts';

const source = (name: string, bid: string, ask: string): MarkSource => ({
  name,
  bid: price(bid),
  ask: price(ask),
  timeMs: 1_795_179_600_100,
});
const units = fc.bigInt({ min: 2n, max: 10n ** 25n });
const sources = fc
  .array(fc.tuple(units, fc.bigInt({ min: 1n, max: 10n ** 6n })), { minLength: 1, maxLength: 6 })
  .map((drawn) =>
    drawn.map(([bid, spread], index): MarkSource => ({
      name: `s-${index}`,
      bid: bid as Price,
      ask: (bid + spread) as Price,
      timeMs: index,
    })),
  );

test('a mark is spelled in canonical JSON: keys in order, prices with eight places, times to the millisecond', () => {
  const mark = {
    market: 'btcusdt',
    seq: 41,
    timeMs: Date.UTC(2026, 10, 22, 12, 0, 3),
    price: price('97412.35'),
    previous: FIRST_PREVIOUS,
    held: false,
    sources: [{ ...source('binance', '97412.3', '97412.4'), seq: 7, trade: '123' }],
  };
  const text =
    `{"market":"btcusdt","previous":"${'0'.repeat(64)}","price":"97412.35000000","seq":41,"sources":[{"ask":"97412.40000000","bid":"97412.30000000",` +
    `"name":"binance","seq":7,"time":"2026-11-20T13:00:00.100Z","trade":"123"}],"time":"2026-11-22T12:00:03.000Z"}`;
  expect(markText(mark)).toBe(text);
  expect(markText({ ...mark, held: true })).toBe(`{"held":true,${text.slice(1)}`);
});

test('canonical JSON has one spelling: no number but whole ones, no absent value', () => {
  expect(canonicalJson({ b: [1, 'x'], a: undefined, A: { z: true, y: '\u20ac' } })).toBe(
    '{"A":{"y":"€","z":true},"b":[1,"x"]}',
  );
  for (const bad of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => canonicalJson({ bad })).toThrow(RangeError);
});

test("the price is the middle source's mid, of an even number the mean of the middle two, half-even", () => {
  expect(medianMid([source('a', '10', '12')])).toBe(price('11'));
  expect(medianMid([source('a', '10', '12'), source('b', '12', '14')])).toBe(price('12'));
  expect(medianMid([source('a', '1', '3'), source('b', '900', '901'), source('c', '4', '6')])).toBe(price('5'));
  expect(medianMid([source('a', '0.00000001', '0.00000002')])).toBe(price('0.00000002'));
  expect(medianMid([source('a', '0.00000002', '0.00000003')])).toBe(price('0.00000002'));
});

test('whatever order the sources are in, and whatever one of three says, the price stays between the other two', () => {
  fc.assert(
    fc.property(sources, fc.nat(), (all, turn) => {
      const turned = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
      expect(medianMid(turned)).toBe(medianMid(all));
      const [a, b, c] = all;
      if (!a || !b || !c) return;
      const others = [medianMid([a]), medianMid([b])].toSorted((x, y) => (x < y ? -1 : 1));
      const at = medianMid([a, b, c]);
      expect(at >= (others[0] ?? 0n) && at <= (others[1] ?? 0n)).toBe(true);
    }),
  );
});

const tapes = fc
  .array(fc.tuple(sources, fc.nat(5_000), fc.boolean()), { minLength: 2, maxLength: 8 })
  .map((rows): TapeMark[] => {
    const marks: TapeMark[] = [];
    for (const [drawn, laterMs, held] of rows) {
      const before = marks.at(-1);
      const mark = {
        market: 'btcusdt',
        seq: (before?.seq ?? 0) + 1,
        timeMs: (before?.timeMs ?? 0) + laterMs,
        price: medianMid(drawn),
        sources: drawn,
        held,
        previous: before?.hash ?? FIRST_PREVIOUS,
      };
      marks.push({ ...mark, hash: markHash(mark) });
    }
    return marks;
  });

const CHANGES: Record<string, (mark: TapeMark) => Partial<TapeMark>> = {
  market: () => ({ market: 'ethusdt' }),
  seq: ({ seq }) => ({ seq: seq + 100 }),
  time: ({ timeMs }) => ({ timeMs: timeMs + 1 }),
  price: (mark) => ({ price: (mark.price + 1n) as Price }),
  source: (mark) => ({ sources: mark.sources.map((each) => ({ ...each, ask: (each.ask + 7n) as Price })) }),
  'source time': (mark) => ({ sources: mark.sources.map((each) => ({ ...each, timeMs: each.timeMs + 1 })) }),
  held: ({ held }) => ({ held: !held }),
  previous: () => ({ previous: 'f'.repeat(64) }),
  hash: () => ({ hash: 'f'.repeat(64) }),
};

test.each(Object.entries(CHANGES))(
  'a changed %s breaks the chain at that mark, and without one there is no break',
  (_field, change) => {
    fc.assert(
      fc.property(tapes, fc.nat(), (marks, place) => {
        expect(firstMarkBreak(marks)).toBeUndefined();
        const at = place % marks.length;
        const changed = marks.map((mark, index) => (index === at ? { ...mark, ...change(mark) } : mark));
        expect(firstMarkBreak(changed)?.seq).toBe(changed[at]?.seq);
      }),
    );
  },
);

test('a price that is not the median of its sources is a break, though its hash is its own', () => {
  const sources = [source('a', '10', '12'), source('b', '12', '14')];
  const mark = {
    market: 'btcusdt',
    seq: 1,
    timeMs: 5,
    price: price('12.5'),
    sources,
    held: false,
    previous: FIRST_PREVIOUS,
  };
  const whole = { ...mark, hash: markHash(mark) };
  expect(firstMarkBreak([whole])).toBe(whole);
});
