import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amount,
  bestRatio,
  chained,
  converted,
  formatShort,
  midPrice,
  neededFor,
  price,
  rate,
  shownRate,
  unitOf,
  walkLeg,
  type Amount,
  type ConversionLeg,
  type Price,
  type Rate,
} from './index.ts';

const sell = (mid: string): ConversionLeg => ({ mid: price(mid), sells: true });
const buy = (mid: string): ConversionLeg => ({ mid: price(mid), sells: false });
const FINE = unitOf(8);

test('a conversion is the amount at the middle, less the spread once a leg, rounded down', () => {
  const show = (...given: Parameters<typeof converted>) => formatShort(converted(...given));
  expect(show(amount('2'), [sell('100')], rate('0.002'), FINE)).toBe('199.6');
  expect(show(amount('100'), [buy('100')], rate('0.002'), FINE)).toBe('0.998');
  expect(show(amount('2'), [sell('187.5'), buy('97452')], rate('0.002'), FINE)).toBe('0.00383267');
  expect(show(amount('1'), [buy('3')], rate('0'), FINE)).toBe('0.33333333');
  expect(show(amount('1'), [buy('3')], rate('0'), unitOf(2))).toBe('0.33');
  expect(show(amount('0.01'), [buy('3')], rate('0'), unitOf(2))).toBe('0');
});

test('two legs round once, at the end', () => {
  // Rounded between them, a third of a unit would be lost before it is multiplied.
  expect(formatShort(converted(amount('0.00000001'), [buy('3'), sell('300')], rate('0'), FINE))).toBe('0.000001');
});

test('the middle of an odd spread is rounded half-even', () => {
  expect([
    midPrice(price('0.00000001'), price('0.00000002')),
    midPrice(price('0.00000002'), price('0.00000003')),
  ]).toEqual([price('0.00000002'), price('0.00000002')]);
  expect(midPrice(price('99.5'), price('100.5'))).toBe(price('100'));
});

test('a rate is shown with sixteen places at most', () => {
  expect(shownRate({ over: 499n, under: 5n })).toBe('99.8');
  expect(shownRate({ over: 1n, under: 3n })).toBe('0.3333333333333333');
  expect(
    shownRate(
      chained([
        { over: 1875n, under: 10n },
        { over: 1n, under: 97_452n },
      ]),
    ),
  ).toBe('0.0019240241349587');
  expect(shownRate({ over: 7n, under: 7n })).toBe('1');
});

test('the best ratio is the best offer, at most the mark less the spread', () => {
  const offers = [
    { price: price('99'), size: amount('1') },
    { price: price('90'), size: amount('1') },
  ];
  const best = (sells: boolean, mark: string): string | undefined => {
    const ratio = bestRatio({ sells, mark: price(mark), offers }, rate('0.002'));
    return ratio && shownRate(ratio);
  };
  expect([best(true, '100'), best(true, '99')]).toEqual(['99', '98.802']);
  expect([best(false, '98'), best(false, '99')]).toEqual(['0.0101010101010101', '0.010080808080808']);
  expect(bestRatio({ sells: true, mark: price('100'), offers: [] }, rate('0'))).toBeUndefined();
  const walked = walkLeg(amount('1'), { sells: true, mark: price('100'), offers }, rate('0.002'), FINE);
  expect(walked && shownRate(walked.ratio)).toBe('99');
});

const mid = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((value) => value as Price);
const leg = fc.record({ mid, sells: fc.boolean() });
const legs = fc.array(leg, { minLength: 1, maxLength: 2 });
const spread = fc.bigInt({ min: 0n, max: 10n ** 8n - 1n }).map((value) => value as Rate);
const decimals = fc.integer({ min: 0, max: 8 });
const given = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((value) => value as Amount);

test('converting there and back never gains, for any books, spread, amount and places', () => {
  fc.assert(
    fc.property(legs, spread, decimals, decimals, given, (there, each, from, to, paid) => {
      const back = there.toReversed().map((way) => ({ mid: way.mid, sells: !way.sells }));
      expect(converted(converted(paid, there, each, unitOf(to)), back, each, unitOf(from))).toBeLessThanOrEqual(paid);
    }),
    { numRuns: 2000 },
  );
});

test('the needed amount converts to at least the requested one, one unit less does not', () => {
  fc.assert(
    fc.property(legs, spread, decimals, decimals, given, (way, each, from, to, paid) => {
      const received = converted(paid, way, each, unitOf(to));
      const needed = neededFor(received, way, each, unitOf(from));
      expect(converted(needed, way, each, unitOf(to))).toBeGreaterThanOrEqual(received);
      expect(needed === 0n || converted((needed - unitOf(from)) as Amount, way, each, unitOf(to)) < received).toBe(
        true,
      );
    }),
    { numRuns: 2000 },
  );
});
