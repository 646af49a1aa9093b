import { amount, price } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIRST_PREVIOUS, firstBreak, tickHash, tickText, type TapeTick } from './index.ts';

const drawn = fc.record({
  gap: fc.integer({ min: 1, max: 1_000_000 }),
  sourceTimeMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  laterMs: fc.integer({ min: 0, max: 100_000 }),
  price: fc.bigInt({ min: 1n, max: 10n ** 26n - 1n }),
  size: fc.bigInt({ min: 0n, max: 10n ** 26n - 1n }),
});

/** A tape of the drawn ticks. */
const tapes = fc.array(drawn, { minLength: 1, maxLength: 12 }).map((rows): TapeTick[] => {
  const ticks: TapeTick[] = [];
  for (const row of rows) {
    const before = ticks.at(-1);
    const tick = {
      symbol: 'btcusdt',
      source: 'simulated',
      seq: (before?.seq ?? 0) + row.gap,
      sourceTimeMs: row.sourceTimeMs,
      receiveTimeMs: (before?.receiveTimeMs ?? 0) + row.laterMs,
      price: row.price as TapeTick['price'],
      size: row.size as TapeTick['size'],
      previous: before?.hash ?? FIRST_PREVIOUS,
    };
    ticks.push({ ...tick, hash: tickHash(tick) });
  }
  return ticks;
});

test('a tick is hashed line by line, prices and sizes with eight places', () => {
  const tick = {
    symbol: 'btcusdt',
    seq: 1_795_179_600_123,
    source: 'htx',
    sourceTimeMs: 1_795_179_600_100,
    receiveTimeMs: 1_795_179_600_123,
    price: price('97412.35'),
    size: amount('0.025'),
    previous: FIRST_PREVIOUS,
  };
  const text = `${'0'.repeat(64)}\nbtcusdt\n1795179600123\nhtx\n1795179600100\n1795179600123\n97412.35000000\n0.02500000`;
  expect(tickText(tick)).toBe(text);
  // As sha256sum has it.
  expect(tickHash(tick)).toBe('1196c574b072ee48772a232f01eb7a3f47dc4bbc421145e1022c0278685cf5dc');
});

test('an unchanged tape has no break, nor has any stretch of it', () => {
  fc.assert(
    fc.property(tapes, fc.nat(), (ticks, from) => {
      expect(firstBreak(ticks.slice(from % ticks.length))).toBeUndefined();
    }),
  );
});

const CHANGES: Record<string, (tick: TapeTick) => Partial<TapeTick>> = {
  seq: ({ seq }) => ({ seq: seq + 1 }),
  symbol: () => ({ symbol: 'ethusdt' }),
  source: () => ({ source: 'htx' }),
  'source time': ({ sourceTimeMs }) => ({ sourceTimeMs: sourceTimeMs + 1 }),
  'receive time': ({ receiveTimeMs }) => ({ receiveTimeMs: receiveTimeMs + 1 }),
  price: (tick) => ({ price: (tick.price + 1n) as TapeTick['price'] }),
  size: (tick) => ({ size: (tick.size + 1n) as TapeTick['size'] }),
  previous: () => ({ previous: 'f'.repeat(64) }),
  hash: () => ({ hash: 'f'.repeat(64) }),
};

test.each(Object.entries(CHANGES))('a changed %s breaks the chain at that tick', (_field, change) => {
  fc.assert(
    fc.property(tapes, fc.nat(), (ticks, place) => {
      const at = place % ticks.length;
      const changed = ticks.map((tick, index) => (index === at ? { ...tick, ...change(tick) } : tick));
      expect(firstBreak(changed)).toBe(changed[at]);
    }),
  );
});

test('a tick changed with its hash breaks the chain at the next', () => {
  fc.assert(
    fc.property(
      tapes.filter((ticks) => ticks.length > 1),
      fc.nat(),
      (ticks, place) => {
        const at = place % (ticks.length - 1);
        const changed = ticks.map((tick, index) => {
          if (index !== at) return tick;
          const forged = { ...tick, price: (tick.price + 1n) as TapeTick['price'] };
          return { ...forged, hash: tickHash(forged) };
        });
        expect(firstBreak(changed)).toBe(changed[at + 1]);
      },
    ),
  );
});

test('a removed tick and two swapped ticks break the chain', () => {
  fc.assert(
    fc.property(
      tapes.filter((ticks) => ticks.length > 2),
      fc.nat(),
      (ticks, place) => {
        const at = 1 + (place % (ticks.length - 2));
        expect(firstBreak(ticks.filter((_tick, index) => index !== at))).toBe(ticks[at + 1]);
        const swapped = ticks.with(at, ticks[at + 1] as TapeTick).with(at + 1, ticks[at] as TapeTick);
        expect(firstBreak(swapped)).toBe(ticks[at + 1]);
      },
    ),
  );
});
