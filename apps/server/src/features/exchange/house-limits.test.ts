import { amount, price } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDb } from '../../platform/db.ts';
import { openExchangeWorld, type ExchangeWorld } from '../../testing/exchange-world.ts';
import { COIN } from '../../testing/wallet-world.ts';

let at: ExchangeWorld;
let limits = { position: '1000', memberMinute: '1000000' };
// Positions are the platform's: a test begins with none.
beforeEach(async () => {
  at = await openExchangeWorld({ limits: () => limits });
});
afterEach(() => at.close());

const { BTC, ETH, USDT } = COIN;
const swap = (from_coin_id: string, to_coin_id: string, given: string) => ({ from_coin_id, to_coin_id, amount: given });
const reasonOf = (answer: { reason?: unknown }): unknown => answer.reason ?? 'done';
const positionOf = async (coinId: string): Promise<number> =>
  Number(
    (
      await at.world.db.run<{ quantity: string }>(
        { name: 'test.position', text: 'select quantity from spot_position(array[$1::bigint])' },
        [coinId],
      )
    )[0]?.quantity,
  );

test('exchanges stop at the position limit of either coin, spot included, and may reduce the position', async () => {
  limits = { position: '1000', memberMinute: '1000000' };
  const { id, token } = await at.member({ 'BTC 1': '100', 'USDT 1': '100000', 'ETH 1': '1000' });
  const ask = async (from: string, to: string, given: string) =>
    reasonOf(await at.exchange(token, swap(from, to, given)));
  expect(await ask(BTC, USDT, '11')).toBe('house_limit');
  expect(await ask(BTC, USDT, '4')).toBe('done');
  expect(await ask(BTC, USDT, '7')).toBe('house_limit');
  // Spot counts too.
  expect((await at.world.service.place(id, { m_id: '1', side: 'sell', mode: 'market', num: amount('5.5') })).ok).toBe(
    true,
  );
  expect(await positionOf(BTC)).toBe(9.5);
  expect(await ask(BTC, USDT, '1')).toBe('house_limit');
  // Both positions count where neither coin is USDT.
  expect(await ask(BTC, ETH, '1')).toBe('house_limit');
  expect(await ask(ETH, BTC, '50')).toBe('done');
  expect(await ask(ETH, BTC, '60')).toBe('house_limit');
  expect(await positionOf(ETH)).toBe(50);
  expect(await ask(USDT, BTC, '100')).toBe('done');
  await at.audit();
});

test('an exchange that enlarges a position gets the leaning price, and the audit recomputes it', async () => {
  limits = { position: '100000', memberMinute: '1000000' };
  at.refresh();
  const { token } = await at.member({ 'BTC 1': '2000' });
  const received = async () =>
    Number(((await at.exchange(token, swap(BTC, USDT, '100'))).data as { received: string }).received);
  const before = await received();
  expect(reasonOf(await at.exchange(token, swap(BTC, USDT, '650')))).toBe('done');
  const after = await received();
  // A quarter of a percent at three quarters of the limit; the spread was a fifth of a percent.
  expect(before).toBeCloseTo(9980, 0);
  expect(after).toBeLessThan(9975);
  expect(after).toBeGreaterThan(99.9 * 100 * 0.995);
  await at.audit();
  const owner = openDb(at.world.url, { connections: 1, role: null });
  const change = (name: string, by: string) =>
    owner.run({
      name,
      text: `update flash_exchange_leg set lean = lean + ${by} where exchange_id = (select max(id) from flash_exchange)`,
    });
  await change('test.further', '0.001');
  await expect(at.audit()).rejects.toThrow('leans from its level');
  await expect(at.audit()).rejects.toThrow('the walk of its book');
  await change('test.back', '-0.001');
  await owner.close();
  await at.audit();
});

test('a member’s minute counts spot and exchanges together', async () => {
  limits = { position: '100000000', memberMinute: '1000' };
  at.refresh();
  const { id, token } = await at.member({ 'USDT 1': '100000' });
  expect(reasonOf(await at.exchange(token, swap(USDT, BTC, '600')))).toBe('done');
  expect(reasonOf(await at.exchange(token, swap(USDT, BTC, '401')))).toBe('house_limit');
  expect(
    (
      await at.world.service.place(id, {
        m_id: '1',
        side: 'buy',
        mode: 'limit',
        price: price('100.1'),
        num: amount('5'),
      })
    ).ok,
  ).toBe(true);
  expect(reasonOf(await at.exchange(token, swap(USDT, BTC, '1')))).toBe('house_limit');
  at.refresh();
  expect(reasonOf(await at.exchange(token, swap(USDT, BTC, '400')))).toBe('done');
  await at.audit();
});
