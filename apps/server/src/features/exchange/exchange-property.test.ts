import fc from 'fast-check';
import type { Answer } from '@plimsoll/contract';
import { amount, formatShort, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchangeWorld, type ExchangeWorld } from '../../testing/exchange-world.ts';
import type { TestAnswer } from '../../testing/http.ts';
import { COIN } from '../../testing/wallet-world.ts';

/** Random turns tried; `EXCHANGE_TURNS` for more. */
const TURNS = Number(process.env['EXCHANGE_TURNS'] ?? 30);

/** Few places, so that rounding matters. */
const PLACES = { USDT: 2, BTC: 8, ETH: 3 } as const;
const coin = fc.constantFrom<keyof typeof COIN>('USDT', 'BTC', 'ETH');
const best = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 9n }))
  .map(([bid, gap]) => [formatShort(bid as Amount), formatShort((bid + gap) as Amount)] as const);
const spread = fc.bigInt({ min: 0n, max: 10n ** 7n }).map((each) => formatShort(each as Amount));
/**
 * A market's mark beside the middle of its book, in parts of ten thousand, with its number of sources; a single source
 * may be anywhere.
 */
const beside = fc.oneof(
  fc.record({ parts: fc.bigInt({ min: -9n, max: 9n }), sources: fc.constant(['sim-1', 'sim-2']) }),
  fc.record({ parts: fc.bigInt({ min: -5_000n, max: 5_000n }), sources: fc.constant(['sim-1']) }),
);
const turn = fc.record({
  from: coin,
  to: coin,
  units: fc.bigInt({ min: 1n, max: 10n ** 7n }),
  btc: best,
  eth: best,
  cross: best,
  spread,
  hasCross: fc.boolean(),
  marks: fc.tuple(beside, beside, beside),
});

const outcomeOf = ({ code, reason }: TestAnswer) => (code === 1 ? 'done' : reason);

let at: ExchangeWorld;
beforeAll(async () => {
  at = await openExchangeWorld({
    house: '100000000000000000',
    coins: (['USDT', 'BTC', 'ETH'] as const).map((title) => ({ id: COIN[title], title, decimals: PLACES[title] })),
  });
});
afterAll(() => at.close());

test('exchanging from one coin to another and back never gains, whatever the books and marks, and everything adds up', async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(turn, async ({ from, to, units, btc, eth, cross, spread: each, hasCross, marks }) => {
      fc.pre(from !== to);
      at.set.spread = each;
      at.world.market.change('ethbtc', { enabled: hasCross });
      at.book('btcusdt', ...btc);
      at.book('ethusdt', ...eth);
      if (hasCross) at.book('ethbtc', ...cross);
      for (const [index, symbol] of ['btcusdt', 'ethusdt', 'ethbtc'].entries()) {
        const { parts, sources } = marks[index] as (typeof marks)[number];
        const middle = at.world.market.mark(String(index + 1))?.price ?? 0n;
        const mark = middle + (middle * parts) / 10_000n;
        at.world.market.setMark(symbol, formatShort((mark > 0n ? mark : 1n) as Amount), { sources });
      }
      const given = formatShort((units * 10n ** BigInt(8 - PLACES[from])) as Amount);
      const { token } = await at.member({ [`${from} 1`]: given });
      const there = await at.exchange(token, { from_coin_id: COIN[from], to_coin_id: COIN[to], amount: given });
      expect(['done', 'amount_below_minimum', 'house_limit', 'no_liquidity']).toContain(outcomeOf(there));
      if (there.code !== 1) return;
      made += 1;
      const { received } = there.data as Answer<'exchangeCoin'>;
      const back = await at.exchange(token, { from_coin_id: COIN[to], to_coin_id: COIN[from], amount: received });
      expect(['done', 'amount_below_minimum', 'no_liquidity']).toContain(outcomeOf(back));
      const held = await at.balances(token);
      expect(amount(held[from] ?? '')).toBeLessThanOrEqual(amount(given));
      expect(held[to]).toBe(back.code === 1 ? '0.00000000' : received);
    }),
    { numRuns: TURNS },
  );
  expect(made).toBeGreaterThan(TURNS / 10);
  await at.audit();
}, 120_000);
