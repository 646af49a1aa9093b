import { amount, format, price, rate, unitOf, type Amount } from '@plimsoll/money';
import { winnings } from '@plimsoll/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FIRST_PREVIOUS,
  firstBreak,
  PROOF_STEPS,
  settle,
  tickAt,
  tickHash,
  verifyOption,
  type OptionTerms,
  type ProofStep,
  type SettledOption,
  type TapeTick,
} from './index.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);
const TERMS: OptionTerms = {
  direction: 'up',
  stake: amount('30'),
  rate: rate('0.8'),
  entryPrice: price('100'),
  expiresAtMs: START_MS + 30_000,
  freshMs: 5_000,
  unit: unitOf(8),
};
const at = (afterMs: number, text: string) => ({ receiveTimeMs: START_MS + afterMs, price: price(text) });

test.each([
  ['up', '100.00000001', 'win', '24.00000000'],
  ['up', '99.99999999', 'lose', '-30.00000000'],
  ['up', '100', 'tie', '0.00000000'],
  ['down', '99.99999999', 'win', '24.00000000'],
  ['down', '100.00000001', 'lose', '-30.00000000'],
  ['down', '100', 'tie', '0.00000000'],
] as const)('%s from 100 to %s is a %s of %s', (direction, exit, outcome, profit) => {
  const settled = settle({ ...TERMS, direction }, at(29_000, exit));
  expect([settled.outcome, format(settled.profit), settled.exit?.price]).toEqual([outcome, profit, price(exit)]);
});

test('an option is void without a tick or with one older than the bound; a tick exactly at the bound decides', () => {
  const none = { outcome: 'void', profit: 0n, exit: null };
  expect(settle(TERMS, undefined)).toEqual(none);
  expect(settle(TERMS, at(24_999, '101'))).toEqual(none);
  expect(settle(TERMS, at(25_000, '101'))).toMatchObject({ outcome: 'win' });
});

test('the deciding tick is the last at or before the moment', () => {
  const ticks = [at(0, '1'), at(10, '2'), at(10, '3'), at(11, '4')];
  expect(tickAt(ticks, START_MS + 10)?.price).toBe(price('3'));
  expect(tickAt(ticks, START_MS - 1)).toBeUndefined();
});

test.each([
  ['0.00000001', '0.5', 8, '0.00000000'],
  ['0.00000003', '0.5', 8, '0.00000002'],
  ['0.00000005', '0.5', 8, '0.00000002'],
  ['0.00000001', '0.51', 8, '0.00000001'],
  ['33.33333333', '0.88', 8, '29.33333333'],
  ['12.345678', '0.75', 6, '9.25925800'],
  ['12.34567', '0.82', 2, '10.12000000'],
  ['25', '0.5', 0, '12.00000000'],
  ['27', '0.5', 0, '14.00000000'],
])('a win on %s at %s, kept to %i places, pays %s: half to even', (stake, each, decimals, paid) => {
  expect(format(winnings({ stake: amount(stake), rate: rate(each), unit: unitOf(decimals) }))).toBe(paid);
});

test('up and down on one line are opposite, tied or void together', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 1, max: 40_000 }), (exit, afterMs) => {
      const tick = { receiveTimeMs: START_MS + Math.min(afterMs, 30_000), price: exit as typeof TERMS.entryPrice };
      const [up, down] = [settle(TERMS, tick).outcome, settle({ ...TERMS, direction: 'down' }, tick).outcome];
      expect(['win lose', 'lose win', 'tie tie', 'void void']).toContain(`${up} ${down}`);
    }),
  );
});

/** A chain of ticks, each so many ms after the start. */
function chain(...ticks: readonly (readonly [afterMs: number, text: string])[]): TapeTick[] {
  const made: TapeTick[] = [];
  for (const [index, [afterMs, text]] of ticks.entries()) {
    const bare = {
      symbol: 'btcusdt',
      seq: 10 + index * 7,
      source: 'simulated',
      sourceTimeMs: START_MS + afterMs - 3,
      ...at(afterMs, text),
      size: amount('0.25'),
      previous: made.at(-1)?.hash ?? FIRST_PREVIOUS,
    };
    made.push({ ...bare, hash: tickHash(bare) });
  }
  return made;
}
const STRETCH = chain([0, '100'], [12_000, '104'], [29_500, '101'], [30_001, '50']);
const named = (tick: TapeTick | undefined) => (tick ? { seq: tick.seq, price: tick.price, hash: tick.hash } : null);
const SHOWN: SettledOption = {
  ...TERMS,
  placedAtMs: START_MS,
  entry: named(STRETCH[0]) ?? { seq: 0, price: price('0'), hash: '' },
  exit: named(STRETCH[2]),
  outcome: 'win',
  profit: amount('24'),
};
const broken = (shown: SettledOption, stretch: readonly TapeTick[]): ProofStep[] => {
  const proof = verifyOption(shown, stretch);
  const wrong = PROOF_STEPS.filter((step) => !proof.steps[step]);
  expect(proof.holds).toBe(wrong.length === 0);
  return wrong;
};

test('an option settled by the tape holds in every step', () => {
  expect(broken(SHOWN, STRETCH)).toEqual([]);
  expect(verifyOption(SHOWN, STRETCH)).toMatchObject({ ticks: 4, settlement: { outcome: 'win', exit: { seq: 24 } } });
});

test('a void holds when the tape has no fresh tick', () => {
  const silent = chain([0, '100'], [24_999, '101'], [40_000, '102']);
  expect(
    broken(
      { ...SHOWN, entry: named(silent[0]) ?? SHOWN.entry, exit: null, outcome: 'void', profit: 0n as Amount },
      silent,
    ),
  ).toEqual([]);
});

test.each<[string, Partial<SettledOption>, ProofStep[]]>([
  ['another outcome', { outcome: 'lose', profit: amount('-30') }, ['outcome', 'profit']],
  ['another profit', { profit: amount('23.99999999') }, ['profit']],
  ['another exit tick', { exit: named(STRETCH[1]) }, ['exit']],
  ['no exit tick', { exit: null, outcome: 'void', profit: amount('0') }, ['exit', 'outcome', 'profit']],
  ['another hash of the exit', { exit: { ...(named(STRETCH[2]) ?? SHOWN.entry), hash: 'f'.repeat(64) } }, ['exit']],
  ['another line', { entryPrice: price('99') }, ['entry']],
  ['a line that was not the last', { placedAtMs: START_MS + 12_001 }, ['entry']],
  ['an order before its line', { placedAtMs: START_MS - 1 }, ['entry']],
])('%s fails the steps it concerns', (_what, changes, wrong) => {
  expect(broken({ ...SHOWN, ...changes }, STRETCH)).toEqual(wrong);
});

test('a tape that ends before the expiry proves no exit: a false loss does not hold', () => {
  const long = chain([0, '100'], [28_000, '99'], [29_000, '101'], [31_000, '102']);
  const short = long.slice(0, 2);
  const loss = {
    ...SHOWN,
    entry: named(long[0]) ?? SHOWN.entry,
    exit: named(long[1]),
    outcome: 'lose' as const,
    profit: amount('-30'),
  };
  expect(broken(loss, short)).toEqual(['exit']);
  expect(broken(loss, long)).toEqual(['exit', 'outcome', 'profit']);
});

test('a changed, removed, added or moved tick breaks the chain', () => {
  const [first, second, third, fourth] = STRETCH as [TapeTick, TapeTick, TapeTick, TapeTick];
  const forged = { ...third, price: price('99') };
  const rehashed = { ...forged, hash: tickHash(forged) };
  expect(firstBreak(STRETCH)).toBeUndefined();
  for (const [stretch, at] of [
    [[first, second, forged, fourth], forged],
    [[first, second, rehashed, fourth], fourth],
    [[first, third, fourth], third],
    [[first, second, second, third], second],
    [[first, third, second, fourth], third],
  ] as const) {
    expect(firstBreak(stretch)).toBe(at);
    expect(broken(SHOWN, stretch)).toContain('chain');
  }
  expect(broken(SHOWN, [])).toContain('chain');
});

test.each(['symbol', 'seq', 'source', 'sourceTimeMs', 'receiveTimeMs', 'price', 'size', 'previous'] as const)(
  'the hash covers %s',
  (field) => {
    const [tick] = STRETCH as [TapeTick];
    const value = tick[field];
    const other =
      typeof value === 'bigint' ? value + 1n : typeof value === 'number' ? value + 1 : `${value.slice(0, -1)}x`;
    expect(tickHash({ ...tick, [field]: other })).not.toBe(tick.hash);
  },
);
