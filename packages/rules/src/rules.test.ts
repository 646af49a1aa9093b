import {
  amount,
  format,
  isMultiple,
  minus,
  plus,
  price,
  rate,
  rateOfUnits,
  sum,
  unitOf,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DAY_MS,
  fillFee,
  fullDays,
  holdOf,
  isDust,
  isTradable,
  lateDays,
  lateInterest,
  limitCost,
  loanInterest,
  miningDaily,
  miningTotal,
  NO_BOUNDS,
  payoutOf,
  receivedOf,
  stakeAccrued,
  stakeRevenue,
  transferParts,
  walk,
  winnings,
  withdrawalParts,
  yearly,
  type Level,
  type SpotMarket,
  type Wanted,
} from './index.ts';

const decimals = fc.integer({ min: 0, max: 8 });
/** An amount of a coin with so many places. */
const amountIn = (places: number, max = 10n ** 9n) =>
  fc.bigInt({ min: 1n, max }).map((units) => (units * unitOf(places)) as Amount);
const prices = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Price);
const fraction = fc.bigInt({ min: 0n, max: 10n ** 8n - 1n }).map((units) => units as Rate);
const percents = fc.bigInt({ min: 0n, max: 100n * 10n ** 8n }).map((units) => units as Rate);

const spotMarkets = fc.tuple(decimals, decimals).chain(([base, quote]) =>
  amountIn(base, 1000n).map((step): SpotMarket => ({
    base: { decimals: base },
    quote: { decimals: quote },
    min: step,
    step,
  })),
);
const orders = spotMarkets.chain((market) =>
  fc.record({
    market: fc.constant(market),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    limit: prices,
    quantity: fc.bigInt({ min: 1n, max: 10n ** 6n }).map((steps) => (steps * market.step) as Amount),
    budget: amountIn(market.quote.decimals, 10n ** 12n),
    feeRate: fraction,
    // Possibly finer than the coin's places.
    levels: fc.array(
      fc.record({ price: prices, size: fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Amount) }),
      { maxLength: 6 },
    ),
  }),
);
type Drawn = typeof orders extends fc.Arbitrary<infer Each> ? Each : never;

/** Best first, no price twice. */
const sorted = ({ side, levels }: Drawn): Level[] =>
  [...new Map(levels.map((level) => [level.price, level])).values()].toSorted((a, b) =>
    (side === 'buy' ? a.price < b.price : a.price > b.price) ? -1 : 1,
  );

const limitOrder = ({ side, limit, quantity }: Drawn): Wanted => ({ side, limit, quantity, budget: null });
const marketOrder = ({ side, quantity, budget }: Drawn): Wanted =>
  side === 'buy' ? { side, limit: null, quantity: null, budget } : { side, limit: null, quantity, budget: null };

test('a hold is a whole number of units and covers every fill at the limit or better', () => {
  fc.assert(
    fc.property(orders, (drawn) => {
      const { market, feeRate } = drawn;
      const wanted = limitOrder(drawn);
      const held = holdOf(wanted, market);
      const unit = unitOf(wanted.side === 'buy' ? market.quote.decimals : market.base.decimals);
      expect(isMultiple(held, unit)).toBe(true);
      const { fills } = walk(sorted(drawn), wanted, market, { feeRate, lean: rateOfUnits(0n), room: NO_BOUNDS });
      const given = sum(fills.map(({ quantity, paid }) => (wanted.side === 'buy' ? paid : quantity)));
      expect(given <= held).toBe(true);
    }),
  );
});

test('the hold of a limit buy’s rest covers the rest', () => {
  fc.assert(
    fc.property(orders, fc.nat(), (drawn, part) => {
      const { market, limit, quantity } = drawn;
      const filled = ((BigInt(part) % (quantity / market.step + 1n)) * market.step) as Amount;
      const before = limitCost(limit, quantity, market);
      const after = limitCost(limit, minus(quantity, filled), market);
      const { fills } = walk([{ price: limit, size: filled }], { ...limitOrder(drawn), side: 'buy' }, market, {
        feeRate: rateOfUnits(0n),
        lean: rateOfUnits(0n),
        room: NO_BOUNDS,
      });
      expect(minus(before, after) >= sum(fills.map(({ paid }) => paid))).toBe(true);
    }),
  );
});

test('fills, fees and receipts are whole numbers of their coin’s units, for any places', () => {
  fc.assert(
    fc.property(orders, (drawn) => {
      const { market, feeRate } = drawn;
      const wanted = marketOrder(drawn);
      const { fills } = walk(sorted(drawn), wanted, market, { feeRate, lean: rateOfUnits(0n), room: NO_BOUNDS });
      const [base, quote] = [unitOf(market.base.decimals), unitOf(market.quote.decimals)];
      for (const { quantity, paid, fee } of fills) {
        expect(isMultiple(quantity, base)).toBe(true);
        expect(isMultiple(paid, quote)).toBe(true);
        expect(paid > 0n).toBe(true);
        expect(fee).toBe(fillFee(wanted.side, { quantity, paid }, feeRate, market));
      }
      const { fee, net } = receivedOf(wanted.side, fills);
      const gross = sum(fills.map(({ quantity, paid }) => (wanted.side === 'buy' ? quantity : paid)));
      expect(plus(fee, net)).toBe(gross);
      expect(isMultiple(fee, wanted.side === 'buy' ? base : quote)).toBe(true);
      const spent = wanted.budget === null ? 0n : sum(fills.map(({ paid }) => paid));
      expect(spent <= (wanted.budget ?? 0n)).toBe(true);
    }),
  );
});

test('fills and the rest add up to each level of the book', () => {
  fc.assert(
    fc.property(orders, (drawn) => {
      const levels = sorted(drawn);
      const { market, feeRate } = drawn;
      const { fills, left } = walk(levels, marketOrder(drawn), market, {
        feeRate,
        lean: rateOfUnits(0n),
        room: NO_BOUNDS,
      });
      for (const { price: at, size } of levels) {
        const parts = [
          ...fills.filter(({ level }) => level === at).map(({ quantity }) => quantity),
          ...left.filter((level) => level.price === at).map((level) => level.size),
        ];
        expect(sum(parts)).toBe(size);
      }
    }),
  );
});

const coins = (base: number, quote: number) => ({ base: { decimals: base }, quote: { decimals: quote } });

test('fees and holds are rounded to the places of their coin', () => {
  const fee = (places: number) =>
    format(fillFee('buy', { quantity: amount('0.0005'), paid: amount('48.7') }, rate('0.001'), coins(places, 2)));
  expect([fee(4), fee(8)]).toEqual(['0.00000000', '0.00000050']);
  const held = (places: number) => format(limitCost(price('97412.35'), amount('0.0003'), coins(8, places)));
  expect([held(2), held(8)]).toEqual(['29.23000000', '29.22370500']);
});

test('dust is below the minimum, or worth zero in the quote’s places', () => {
  const market = { ...coins(8, 2), min: amount('0.001'), step: amount('0.001') };
  expect(isDust(amount('0.0009'), price('100'), market)).toBe(true);
  expect(isDust(amount('0.001'), price('9.99'), market)).toBe(true);
  expect(isDust(amount('0.001'), price('10'), market)).toBe(false);
  expect(isTradable({ price: price('9.99'), size: amount('0.001') }, market)).toBe(false);
  expect(isTradable({ price: price('10'), size: amount('0.001') }, market)).toBe(true);
});

test('fee and net add up to the gross in the coin’s places, and net is never negative', () => {
  fc.assert(
    fc.property(
      decimals.chain((places) => fc.tuple(fc.constant(places), amountIn(places))),
      percents,
      amountIn(8),
      fc.constantFrom(1 as const, 2 as const),
      fraction,
      ([places, gross], feePercent, feeFixed, feeType, each) => {
        const unit = unitOf(places);
        for (const { fee, net } of [
          withdrawalParts(gross, { feeType, feePercent, feeFixed, decimals: places }),
          transferParts(gross, { rate: each, decimals: places }),
        ]) {
          expect(plus(fee, net)).toBe(gross);
          expect(net >= 0n).toBe(true);
          expect(isMultiple(fee, unit)).toBe(true);
        }
      },
    ),
  );
});

const earnings = decimals.chain((places) =>
  fc.record({ amount: amountIn(places), rate: percents, decimals: fc.constant(places) }),
);

test('interest, revenue and payouts are whole numbers of the coin’s units and grow with time', () => {
  fc.assert(
    fc.property(earnings, fc.nat(2000), fc.nat(2000), (earning, some, more) => {
      const unit = unitOf(earning.decimals);
      for (const of of [loanInterest, stakeRevenue]) {
        const [before, after] = [of(earning, some), of(earning, some + more)];
        expect(isMultiple(before, unit)).toBe(true);
        expect(before <= after).toBe(true);
      }
      const daily = miningDaily(earning);
      expect(isMultiple(daily, unit)).toBe(true);
      expect(miningTotal(daily, some)).toBe(sum(Array.from({ length: some }, () => daily)));
      expect(daily).toBe(loanInterest(earning, 1));
      const staked = { stake: earning.amount, rate: earning.rate, unit };
      expect(isMultiple(winnings(staked), unit)).toBe(true);
      expect(payoutOf(staked)).toBe(plus(earning.amount, winnings(staked)));
    }),
  );
});

test('only full days after the beginning count', () => {
  expect([fullDays(0, DAY_MS - 1), fullDays(0, DAY_MS), fullDays(DAY_MS, 0)]).toEqual([0, 1, 0]);
  const stake = { amount: amount('1000'), rate: rate('36.5'), decimals: 8, placedAtMs: 0 };
  const accrued = (atMs: number) => format(stakeAccrued(stake, atMs));
  expect([accrued(-1), accrued(DAY_MS - 1), accrued(DAY_MS), accrued(2.5 * DAY_MS)]).toEqual([
    '0.00000000',
    '0.00000000',
    '1.00000000',
    '2.00000000',
  ]);
});

test('late interest is due for full days of overdue loans whose terms have it', () => {
  const loan = {
    amount: amount('1000'),
    rate: rate('0.1'),
    decimals: 8,
    dueAtMs: 0,
    isOverdue: true,
    runsLate: true,
  };
  const late = (changed: Partial<Parameters<typeof lateInterest>[0]>, atMs = 2 * DAY_MS) => [
    lateDays({ ...loan, ...changed }, atMs),
    format(lateInterest({ ...loan, ...changed }, atMs)),
  ];
  expect(late({})).toEqual([2, '2.00000000']);
  expect(late({}, DAY_MS - 1)).toEqual([0, '0.00000000']);
  for (const changed of [{ isOverdue: false }, { runsLate: false }, { dueAtMs: null }])
    expect(late(changed)).toEqual([0, '0.00000000']);
});

test('a daily rate is 365 times as much a year, without interest on interest', () => {
  expect(yearly(rate('0.008'))).toBe(rate('2.92'));
  expect(yearly(rate('0.018'))).toBe(rate('6.57'));
});
