import { amount, price, rate, unitOf, walkLeg, type Amount, type Price } from '@plimsoll/money';
import type { Answer } from '@plimsoll/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openExchangeWorld, type ExchangeWorld } from '../../testing/exchange-world.ts';
import { COIN } from '../../testing/wallet-world.ts';

let at: ExchangeWorld;
beforeAll(async () => {
  at = await openExchangeWorld();
});
beforeEach(() => at.refresh());
afterEach(() => at.audit());
afterAll(() => at.close());

const { USDT, BTC, ETH } = COIN;
const swap = (from: string, to: string, given: string) => ({ from_coin_id: from, to_coin_id: to, amount: given });
const BIDS = [
  ['99.9', '1'],
  ['99', '1'],
  ['90', '2'],
] as const;
const ASKS = [
  ['100.1', '1'],
  ['101', '1'],
  ['110', '2'],
] as const;
const thin = () => {
  at.world.market.setTick('btcusdt', '100');
  at.world.market.setMark('btcusdt', '100');
  at.world.market.setBook('btcusdt', { bids: BIDS, asks: ASKS });
};
const gets = async (token: string, fields: object): Promise<string> =>
  ((await at.exchange(token, { ...fields })).data as Answer<'exchangeCoin'>).received;

test('a large exchange gets the price of the walk, a small one the mark less the spread', async () => {
  const { token } = await at.member({ 'BTC 1': '4', 'USDT 1': '1000' });
  thin();
  // The bid exceeds 100 less a five-hundredth, which bounds it.
  expect(await gets(token, swap(BTC, USDT, '0.5'))).toBe('49.90000000');
  thin();
  // What is left of 99.9, one at 99, and half a bitcoin at 90: 49.95 + 99 + 45.
  expect(await gets(token, swap(BTC, USDT, '2'))).toBe('193.95000000');
  thin();
  // One at 100.1, one at 101 and a tenth at 110: 212.1 buy 2.1.
  expect(await gets(token, swap(USDT, BTC, '212.1'))).toBe('2.10000000');
});

test('no more than the book has is exchanged, repeatedly neither, nor what spot took of it', async () => {
  const { token } = await at.member({ 'BTC 1': '20', 'USDT 1': '10000' });
  thin();
  expect(await at.exchange(token, swap(BTC, USDT, '4.01'))).toMatchObject({ code: 201, reason: 'no_liquidity' });
  expect(await at.exchange(token, swap(BTC, USDT, '4'))).toMatchObject({ code: 1 });
  thin();
  expect(await at.exchange(token, swap(BTC, USDT, '0.1'))).toMatchObject({ code: 201, reason: 'no_liquidity' });
  at.world.clock.advance(30_000);
  thin();
  // Half has recovered, at the worst price.
  expect(await gets(token, swap(BTC, USDT, '2'))).toBe('180.00000000');
  await at.http.call('upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '1000' }, { token });
  expect(await at.exchange(token, swap(USDT, BTC, '10'))).toMatchObject({ code: 201, reason: 'no_liquidity' });
});

test('concurrent spot orders and exchanges share the book: nothing is dealt twice', async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, () => at.member({ 'BTC 1': '4' })));
  thin();
  // Spot first, so that both kinds wait in the writer’s queue.
  const answers = await Promise.all(
    sellers.map(({ token }, n) =>
      n % 2 === 0
        ? at.http.call('upbbbuy', { m_id: '1', type: '2', operate_type: '2', num: '1' }, { token })
        : at.exchange(token, swap(BTC, USDT, '1')),
    ),
  );
  // Four are shown; the audit after every test adds up the rest.
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(4);
});

test('a member who cannot pay uses up nothing of the book', async () => {
  const [poor, rich] = await Promise.all([at.member({ 'BTC 1': '1' }), at.member({ 'BTC 1': '4' })]);
  thin();
  const [short, done] = await Promise.all([
    at.exchange(poor.token, swap(BTC, USDT, '4')),
    at.exchange(rich.token, swap(BTC, USDT, '4')),
  ]);
  expect(done.code).toBe(1);
  // Either may be first.
  expect(['insufficient_balance', 'no_liquidity']).toContain(short.reason);
});

test('a way through two books takes of both', async () => {
  at.world.market.change('ethbtc', { enabled: false });
  const { token } = await at.member({ 'ETH 1': '30' });
  thin();
  // 20 ether at 9.98 are 199.6 USDT; one bitcoin for 100.1, and 99.5 more at 101.
  expect(await gets(token, swap(ETH, BTC, '20'))).toBe('1.98514851');
  at.world.market.change('ethbtc', { enabled: true });
});

const level = fc.record({
  step: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  size: fc.bigInt({ min: 1n, max: 10n ** 12n }),
});
/** Offers from a price on, ascending or descending. */
const offers = (from: bigint, levels: readonly { step: bigint; size: bigint }[], away: 1n | -1n) => {
  let last = from;
  return levels.flatMap(({ step, size }) => {
    last += away * step;
    return last > 0n ? [{ price: last as Price, size: size as Amount }] : [];
  });
};

test('no amount exchanged back and forth grows, whatever the book and the mark', () => {
  const sides = fc.tuple(
    fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
    fc.array(level, { minLength: 1, maxLength: 6 }),
    fc.array(level, { minLength: 1, maxLength: 6 }),
  );
  const away = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n });
  fc.assert(
    fc.property(
      sides,
      away,
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.constantFrom('0', '0.002', '0.05'),
      ([middle, bids, asks], off, given, spread) => {
        const [unit, taken] = [unitOf(8), rate(spread)];
        const mark = middle + off > 0n ? middle + off : 1n;
        const out = walkLeg(
          given as Amount,
          { sells: true, mark: mark as Price, offers: offers(middle, bids, -1n) },
          taken,
          unit,
        );
        if (!out || out.received === 0n) return;
        expect(out.takes.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(given);
        const back = walkLeg(
          out.received,
          { sells: false, mark: mark as Price, offers: offers(middle, asks, 1n) },
          taken,
          unit,
        );
        expect(back?.received ?? 0n).toBeLessThanOrEqual(given);
      },
    ),
  );
});

test('a larger amount never has a better price', () => {
  const leg = {
    sells: false,
    mark: price('100'),
    offers: ASKS.map(([each, size]) => ({ price: price(each), size: amount(size) })),
  };
  const priceOf = (given: string): number =>
    Number(given) / Number(walkLeg(amount(given), leg, rate('0.002'), unitOf(8))?.received);
  const prices = ['1', '50', '100', '150', '200', '300', '420'].map(priceOf);
  expect(prices.every((each, index) => index === 0 || each >= (prices[index - 1] ?? 0))).toBe(true);
});
