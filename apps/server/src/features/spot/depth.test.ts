import fc from 'fast-check';
import { amount, price, ZERO, type Amount, type Price } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { levelsLess, NOTHING_TAKEN, notRecovered, takenAfter, type Taken } from './depth.ts';

const RECOVERY_MS = 30_000;
const sizes = fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }), { minLength: 1, maxLength: 8 });
const levelsOf = (all: readonly bigint[]) =>
  all.map((size, index) => ({ price: BigInt(index + 1) as Price, size: size as Amount }));
const totalOf = (levels: readonly { readonly size: Amount }[]): bigint =>
  levels.reduce((sum, { size }) => sum + size, 0n);

test('half of what was taken recovers in each recovery time', () => {
  const taken: Taken = { quantity: amount('8'), atMs: 1000 };
  expect(notRecovered(taken, 1000, RECOVERY_MS)).toBe(amount('8'));
  expect(notRecovered(taken, 31_000, RECOVERY_MS)).toBe(amount('4'));
  expect(notRecovered(taken, 91_000, RECOVERY_MS)).toBe(amount('1'));
  expect(notRecovered(taken, 3_600_000, RECOVERY_MS)).toBe(ZERO);
  expect(notRecovered(NOTHING_TAKEN, 1000, RECOVERY_MS)).toBe(ZERO);
});

test('it is deducted from the best levels first', () => {
  const levels = [
    { price: price('100'), size: amount('1') },
    { price: price('101'), size: amount('2') },
  ];
  expect(levelsLess(levels, ZERO)).toEqual(levels);
  expect(levelsLess(levels, amount('1.5'))).toEqual([{ price: price('101'), size: amount('1.5') }]);
  expect(levelsLess(levels, amount('3'))).toEqual([]);
  expect(levelsLess(levels, amount('4'))).toEqual([]);
});

const snapshot = fc.record({
  afterMs: fc.integer({ min: 0, max: 120_000 }),
  shown: sizes,
  wants: fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }), { maxLength: 4 }),
});

test('no sequence of orders gets more of a side than it showed and recovered', () => {
  fc.assert(
    fc.property(fc.array(snapshot, { minLength: 1, maxLength: 30 }), (snapshots) => {
      let taken = NOTHING_TAKEN;
      let atMs = 0;
      let got = 0n;
      let cameBack = 0n;
      let most = 0n;
      for (const { afterMs, shown: showing, wants } of snapshots) {
        atMs += afterMs;
        const shown = levelsOf(showing);
        const off = notRecovered(taken, atMs, RECOVERY_MS);
        let left = levelsLess(shown, off);
        expect(totalOf(left)).toBe(totalOf(shown) > off ? totalOf(shown) - off : 0n);
        for (const want of wants) {
          const before = totalOf(left);
          left = levelsLess(left, want as Amount);
          got += before - totalOf(left);
        }
        const after = takenAfter({ taken, off, shown, left }, atMs);
        if (after !== taken) cameBack += taken.quantity - off;
        taken = after;
        most = most > totalOf(shown) ? most : totalOf(shown);
        expect(got).toBeLessThanOrEqual(most + cameBack);
      }
    }),
  );
});

test('recovery depends on time alone, not on how often it is read', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1 }),
      (quantity, looks) => {
        const taken: Taken = { quantity: quantity as Amount, atMs: 0 };
        const shown = levelsOf([10n ** 15n]);
        let seen = taken;
        let atMs = 0;
        for (const passed of looks) {
          atMs += passed;
          const off = notRecovered(seen, atMs, RECOVERY_MS);
          seen = takenAfter({ taken: seen, off, shown, left: levelsLess(shown, off) }, atMs);
        }
        expect(notRecovered(seen, atMs, RECOVERY_MS)).toBe(notRecovered(taken, atMs, RECOVERY_MS));
      },
    ),
  );
});
