import { amount, amountOfUnits, format, price, priceOfUnits, type Price } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinsToPrice, emptySums, portfolioAt, takeJournal, type PortfolioLine, type PortfolioPart } from './index.ts';

const HISTORIES = 1_000;
const UNIT = 'usdt';
const COINS = [UNIT, 'btc', 'eth', 'odd'] as const;

/** A journal as a test writes it: coin, part, units. */
type Given = readonly (readonly [coin: string, part: PortfolioPart, change: string])[];
const lines = (given: Given): PortfolioLine[] =>
  given.map(([coinId, part, change]) => ({ account: `1 ${coinId}`, coinId, part, amount: amount(change) }));

/** Takes journals at prices, and answers the portfolio at others. */
function after(
  journals: readonly { readonly at: Readonly<Record<string, string>>; readonly lines: Given }[],
  now: Readonly<Record<string, string>>,
  first: Readonly<Record<string, string>> = now,
) {
  const sums = emptySums();
  const of = (prices: Readonly<Record<string, string>>) => (coinId: string) => {
    const found = coinId === UNIT ? '1' : prices[coinId];
    return found === undefined ? undefined : price(found);
  };
  for (const journal of journals) takeJournal(sums, lines(journal.lines), { unit: UNIT, priceOf: of(journal.at) });
  const { coins, ...totals } = portfolioAt(sums, { priceOf: of(now), firstOf: of(first) });
  return {
    ...Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, format(value)])),
    coins: Object.fromEntries(
      coins.map((coin) => [
        coin.coinId,
        `${format(coin.quantity)} cost ${format(coin.cost)} realised ${format(coin.realised)} unrealised ${format(coin.unrealised)}`,
      ]),
    ),
  };
}

test('bought twice and sold once: weighted average cost, the fee beside it, and four parts that add up', () => {
  const journals = [
    { at: {}, lines: [[UNIT, 'flow', '1000']] },
    {
      at: {},
      lines: [
        [UNIT, 'trade', '-100'],
        ['btc', 'trade', '1'],
        ['btc', 'fee', '-0.01'],
      ],
    },
    {
      at: {},
      lines: [
        [UNIT, 'trade', '-300'],
        ['btc', 'trade', '1'],
      ],
    },
    {
      at: {},
      lines: [
        ['btc', 'trade', '-0.99'],
        [UNIT, 'trade', '297'],
        [UNIT, 'fee', '-3'],
      ],
    },
  ] as const;
  // 1.99 for 399, so 0.99 cost 198.497… and brought 297.
  expect(after(journals, { btc: '400' })).toEqual({
    worth: '1294.00000000',
    moneyIn: '1000.00000000',
    moneyOut: '0.00000000',
    market: '298.00000000',
    options: '0.00000000',
    fees: '-4.00000000',
    interest: '0.00000000',
    coins: {
      usdt: '894.00000000 cost 894.00000000 realised 0.00000000 unrealised 0.00000000',
      btc: '1.00000000 cost 200.50251257 realised 98.50251257 unrealised 199.49748743',
    },
  });
});

test('a deposit costs its worth of then, and a withdrawal realises what it is worth', () => {
  const journals = [
    { at: { btc: '100' }, lines: [['btc', 'flow', '2']] },
    {
      at: { btc: '150' },
      lines: [
        ['btc', 'flow', '-1'],
        ['btc', 'fee', '-0.1'],
      ],
    },
  ] as const;
  expect(after(journals, { btc: '200' })).toEqual({
    worth: '180.00000000',
    moneyIn: '200.00000000',
    moneyOut: '150.00000000',
    market: '145.00000000',
    options: '0.00000000',
    fees: '-15.00000000',
    interest: '0.00000000',
    coins: { btc: '0.90000000 cost 90.00000000 realised 55.00000000 unrealised 90.00000000' },
  });
});

test('what came before its coin had a price came at its first price; a coin without any counts nowhere', () => {
  const journals = [{ at: {}, lines: [['odd', 'flow', '10']] }] as const;
  expect(after(journals, {})).toMatchObject({ worth: '0.00000000', moneyIn: '0.00000000', market: '0.00000000' });
  expect(after(journals, { odd: '3' }, { odd: '2' })).toMatchObject({
    worth: '30.00000000',
    moneyIn: '20.00000000',
    market: '10.00000000',
  });
});

test('a move between own accounts changes the accounts alone', () => {
  const sums = emptySums();
  const worth = { unit: UNIT, priceOf: () => undefined };
  takeJournal(sums, lines([['btc', 'flow', '1']]), { unit: UNIT, priceOf: () => price('5') });
  const before = new Map(sums.coins);
  takeJournal(
    sums,
    [
      { account: '1 btc', coinId: 'btc', part: 'own', amount: amount('-0.4') },
      { account: '2 btc', coinId: 'btc', part: 'own', amount: amount('0.4') },
    ],
    worth,
  );
  expect(sums.coins).toEqual(before);
  expect([...sums.accounts].map(([name, held]) => `${name} ${format(held)}`)).toEqual([
    '1 btc 0.60000000',
    '2 btc 0.40000000',
  ]);
});

test('no price is asked for a trade with USDT, nor for its fee', () => {
  const bought: Given = [
    [UNIT, 'trade', '-100'],
    ['btc', 'trade', '1'],
    ['btc', 'fee', '-0.01'],
  ];
  expect(coinsToPrice(lines(bought), UNIT)).toEqual([]);
  expect(
    coinsToPrice(
      lines([
        ['btc', 'trade', '-1'],
        ['eth', 'trade', '20'],
      ]),
      UNIT,
    ),
  ).toEqual(['btc', 'eth']);
  expect(coinsToPrice(lines([['eth', 'interest', '1']]), UNIT)).toEqual(['eth']);
});

const units = fc.bigInt({ min: 1n, max: 10n ** 14n });
const other = fc.constantFrom('btc', 'eth', 'odd');
const coin = fc.constantFrom(...COINS);
const step = fc.record({
  does: fc.constantFrom('in', 'out', 'buy', 'sell', 'swap', 'option', 'interest', 'fee'),
  coin,
  base: other,
  to: other,
  units,
  more: units,
  prices: fc.record({ btc: units, eth: units, odd: fc.option(units, { nil: undefined }) }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a step can be with these balances; nothing when it cannot. */
function linesOf(each: Step, held: (coinId: string) => bigint): PortfolioLine[] {
  const line = (coinId: string, part: PortfolioPart, change: bigint): PortfolioLine[] =>
    change === 0n ? [] : [{ account: `1 ${coinId}`, coinId, part, amount: amountOfUnits(change) }];
  const part = (coinId: string): bigint => (held(coinId) * (each.units % 5n)) / 4n;
  const trade = (from: string, to: string): PortfolioLine[] => {
    const given = part(from);
    if (given === 0n || from === to) return [];
    const fee = each.more / 1000n;
    return [...line(from, 'trade', -given), ...line(to, 'trade', each.more), ...line(to, 'fee', -fee)];
  };
  switch (each.does) {
    case 'in':
      return line(each.coin, 'flow', each.units);
    case 'out':
      return line(each.coin, 'flow', -part(each.coin));
    case 'buy':
      return trade(UNIT, each.base);
    case 'sell':
      return trade(each.base, UNIT);
    case 'swap':
      return trade(each.base, each.to);
    case 'option':
      return line(each.coin, 'option', each.units % 2n === 0n ? each.units : -part(each.coin));
    case 'interest':
      return line(each.coin, 'interest', each.units % 2n === 0n ? each.units : -part(each.coin));
    case 'fee':
      return line(each.coin, 'fee', -part(each.coin));
  }
}

const SCALE = 10n ** 8n;
/** Toward zero. */
const times = (quantity: bigint, each: bigint): bigint => (quantity * each) / SCALE;

test(`quantities, money, options, interest and the sum of all parts are those of ${HISTORIES} histories added up line by line`, () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.record({ btc: units, eth: units }),
      (steps, now) => {
        const sums = emptySums();
        const quantities = new Map<string, bigint>();
        const paper = { money: 0n, option: 0n, interest: 0n };
        const firstOdd = steps.find(({ prices }) => prices.odd !== undefined)?.prices.odd;
        let lastOdd: bigint | undefined;
        for (const each of steps) {
          lastOdd = each.prices.odd ?? lastOdd;
          const prices: Readonly<Record<string, bigint | undefined>> = { ...each.prices, odd: lastOdd };
          const taken = linesOf(each, (coinId) => quantities.get(coinId) ?? 0n);
          takeJournal(sums, taken, {
            unit: UNIT,
            priceOf: (coinId): Price | undefined => {
              const found = prices[coinId];
              return found === undefined ? undefined : priceOfUnits(found);
            },
          });
          for (const { coinId, part, amount: change } of taken) {
            quantities.set(coinId, (quantities.get(coinId) ?? 0n) + change);
            const found = coinId === UNIT ? SCALE : prices[coinId];
            const isLone = part !== 'trade' && !(part === 'fee' && taken.some((line) => line.part === 'trade'));
            if (!isLone) continue;
            if (found === undefined) continue;
            if (part === 'flow') paper.money += times(change, found);
            else if (part === 'option' || part === 'interest') paper[part] += times(change, found);
          }
        }
        const priceOf = (coinId: string): Price | undefined => {
          if (coinId === UNIT) return priceOfUnits(SCALE);
          const found = coinId === 'odd' ? lastOdd : coinId === 'btc' ? now.btc : now.eth;
          return found === undefined ? undefined : priceOfUnits(found);
        };
        const at = portfolioAt(sums, {
          priceOf,
          firstOf: (coinId) => (coinId === 'odd' && firstOdd !== undefined ? priceOfUnits(firstOdd) : priceOf(coinId)),
        });
        for (const { coinId, quantity } of at.coins) expect(quantity).toBe(quantities.get(coinId) ?? 0n);
        expect(at.worth).toBe(
          [...quantities].reduce((all, [coinId, quantity]) => all + times(quantity, priceOf(coinId) ?? 0n), 0n),
        );
        expect(at.worth - at.moneyIn + at.moneyOut).toBe(at.market + at.options + at.fees + at.interest);
        expect(sums.moneyIn - sums.moneyOut).toBe(paper.money);
        expect([at.options, at.interest]).toEqual([paper.option, paper.interest]);
        expect(at.fees <= 0n).toBe(true);
        expect([...sums.coins.values()].filter((each) => each.quantity === 0n && each.cost !== 0n)).toEqual([]);
      },
    ),
    { numRuns: HISTORIES },
  );
});
