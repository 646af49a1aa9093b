import { price, rate, type Price } from '@plimsoll/money';
import { medianMid, type MarkSource } from '@plimsoll/proof';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideMark, isWithin, STANDING_MS, type Standing } from './decide-mark.ts';

const band = rate('0.005');
const at = (name: string, mid: bigint): MarkSource => ({
  name,
  bid: (mid - 1n) as Price,
  ask: (mid + 1n) as Price,
  timeMs: 0,
});
const before = { price: price('100') };
const MID = price('100') as bigint;

function decide(sources: readonly MarkSource[], nowMs = 0, standing?: Standing) {
  return decideMark({ before, sources, band, nowMs, standing });
}

/** True sources within a tenth of the band, and false ones. */
const honest = (count: number) =>
  fc
    .array(fc.bigInt({ min: -MID / 4_000n, max: MID / 4_000n }), { minLength: count, maxLength: count })
    .map((offsets) => offsets.map((offset, index) => at(`h-${index}`, MID + offset)));
const lie = fc.oneof(
  fc.bigInt({ min: 2n, max: 10n ** 25n }),
  fc.bigInt({ min: -MID / 20n, max: MID / 20n }).map((offset) => MID + offset),
);

test('no single source moves a mark beyond the band around the others, whatever its price and their number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }).chain(honest), lie, (others, lied) => {
      const { mark } = decide([...others, at('liar', lied)]);
      if (mark.held) return;
      expect(others.some((each) => isWithin(rate('0.0055'), medianMid([each]), mark.price))).toBe(true);
    }),
  );
});

test('one false price of three changes nothing: the mark stays between the other two', () => {
  fc.assert(
    fc.property(honest(2), lie, (others, lied) => {
      const { mark } = decide([...others, at('liar', lied)]);
      const mids = others.map((each) => medianMid([each]));
      expect([mark.held, mids.some((each) => each <= mark.price), mids.some((each) => each >= mark.price)]).toEqual([
        false,
        true,
        true,
      ]);
    }),
  );
});

test('when one of several sources is silent, the others make the mark, within their prices', () => {
  fc.assert(
    fc.property(honest(3), fc.nat(2), (all, silent) => {
      const left = all.filter((_each, index) => index !== silent);
      const { mark } = decide(left);
      expect(mark.held).toBe(false);
      expect(isWithin(rate('0.001'), decide(all).mark.price, mark.price)).toBe(true);
    }),
  );
});

test('a jump beyond the band that two sources make together is a mark at once', () => {
  expect(decide([at('a', (MID * 103n) / 100n), at('b', (MID * 103n) / 100n)]).mark).toMatchObject({
    held: false,
    price: price('103'),
  });
  expect(decide([at('a', (MID * 103n) / 100n), at('b', (MID * 103n) / 100n), at('c', MID)]).mark.held).toBe(false);
});

test('two sources that differ by more than the band hold the mark back, however slowly they diverged', () => {
  expect(decide([at('a', MID), at('b', (MID * 103n) / 100n)]).mark.held).toBe(true);
  let last: { price: Price } = before;
  for (let step = 0n; step < 200n; step += 1n) {
    const { mark } = decideMark({
      before: last,
      sources: [at('a', MID), at('b', MID + (MID * step) / 1_000n)],
      band,
      nowMs: 0,
      standing: undefined,
    });
    if (!mark.held) last = mark;
  }
  expect(isWithin(rate('0.0051'), price('100'), last.price)).toBe(true);
});

test('a lone source is believed beyond the band after one second at that price, not before and not while it moves', () => {
  const jumped = [at('a', (MID * 102n) / 100n)];
  const first = decide(jumped, 0);
  expect(first.mark.held).toBe(true);
  expect(decide(jumped, STANDING_MS - 1, first.standing).mark.held).toBe(true);
  expect(decide(jumped, STANDING_MS, first.standing).mark).toMatchObject({ held: false, price: price('102') });
  expect(decide([at('a', (MID * 105n) / 100n)], STANDING_MS, first.standing).mark.held).toBe(true);
  expect(decide([at('b', (MID * 102n) / 100n)], STANDING_MS, first.standing).mark.held).toBe(true);
  expect(decide([at('a', MID)], STANDING_MS, first.standing)).toMatchObject({
    mark: { held: false },
    standing: undefined,
  });
});

test("a lone source makes a market's first mark, two that differ do not", () => {
  const first = (sources: readonly MarkSource[]) =>
    decideMark({ before: undefined, sources, band, nowMs: 0, standing: undefined }).mark.held;
  expect([first([at('a', MID)]), first([at('a', MID), at('b', MID * 2n)])]).toEqual([false, true]);
});
