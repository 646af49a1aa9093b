import type { MarketItem } from '@plimsoll/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  alarm,
  button,
  confirmLook,
  draw,
  FakeServer,
  field,
  refusal,
  tap,
  type,
  wrongWith,
} from '../../testing/form.tsx';
import { setSkipsSmall } from '../../platform/small-trades.ts';
import { OrderPanel } from './order-panel.tsx';

const MARKET: MarketItem = {
  id: 1,
  title: 'BTC/USDT',
  symbol: 'btcusdt',
  coinname: 'BTC',
  trade_coin: 'USDT',
  decimals: 8,
  trade_decimals: 8,
  close: '100.00000000',
  mark: null,
  change: '+1.84',
  hamount: '100.00000000',
  logo: '/coins/btc.svg',
  min: '0.00010000',
  step: '0.00010000',
  price_step: '0.01000000',
  spot_fee: '0.00100000',
};
const AVAILABLE = { usdt_balance: '500', coin_balance: '2', lean_buy: '0', lean_sell: '0' };
const replies = {
  getHuoBiTradeFromRedis: () => ({ sell: [{ price: '100', amount: '5' }], buy: [{ price: '99', amount: '5' }] }),
  getMarketBalance: () => AVAILABLE,
};
const PLACED = { id: 11, status: 1 };

async function drawPanel(more: ConstructorParameters<typeof FakeServer>[0] = {}): Promise<FakeServer> {
  const server = new FakeServer({ ...replies, ...more });
  draw(<OrderPanel market={MARKET} markets={[MARKET]} listFailed={false} onMarkets={() => {}} />);
  await waitFor(() => expect(button('Buy BTC').disabled).toBe(false));
  await waitFor(() => expect(server.sent('getMarketBalance')).toHaveLength(1));
  return server;
}

test('the button waits for prices, and says so', () => {
  draw(<OrderPanel market={MARKET} markets={[MARKET]} listFailed={false} onMarkets={() => {}} />);
  expect(button('Loading prices').disabled).toBe(true);
});

test('a missing quantity is an error beside its field, and nothing is sent', async () => {
  const server = await drawPanel();
  tap('Buy BTC');
  expect(wrongWith('Amount, BTC')).toBe('Enter order amount');
  expect(alarm()).toContain('Enter order amount');
  expect(server.sent('upbbbuy')).toEqual([]);
});

test('a limit order is sent once, with a key, and then the form is empty', async () => {
  const server = await drawPanel({ upbbbuy: () => PLACED });
  const release = server.hold();
  type('Amount, BTC', '0.5');
  expect(field('Total, USDT').value).toBe('50');
  tap('Buy BTC');
  await waitFor(() => expect(button(/Sending/).getAttribute('aria-busy')).toBe('true'));
  tap(/Sending/);
  release();
  await waitFor(() => expect(field('Amount, BTC').value).toBe(''));
  expect(server.sent('upbbbuy')).toHaveLength(1);
  expect(server.sent('upbbbuy')[0]?.fields).toMatchObject({ m_id: '1', num: '0.5' });
  expect(server.sent('upbbbuy')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test('a refusal for lack of balance is shown beside the entry', async () => {
  await drawPanel({
    upbbbuy: () => {
      throw refusal('insufficient_balance', 'Your balance is not enough.');
    },
  });
  type('Amount, BTC', '0.5');
  tap('Buy BTC');
  await waitFor(() => expect(wrongWith('Amount, BTC')).toBe('Available balance insufficient'));
  expect(alarm()).toContain('Your balance is not enough.');
  expect(screen.getByRole('form', { name: 'Place an order' })).toBeTruthy();
});

test('with the setting off a small order is looked at first, and sent as it was shown', async () => {
  setSkipsSmall(false);
  const server = await drawPanel({ upbbbuy: () => PLACED });
  type('Amount, BTC', '0.5');
  tap('Buy BTC');
  expect(server.sent('upbbbuy')).toEqual([]);
  await confirmLook('Buy BTC');
  await waitFor(() => expect(field('Amount, BTC').value).toBe(''));
  expect(server.sent('upbbbuy').map(({ fields }) => fields['num'])).toEqual(['0.5']);
  setSkipsSmall(true);
});

test('all that a member has, from a thousand USDT on, is looked at and slid, and the way back sends nothing', async () => {
  const server = await drawPanel({
    getMarketBalance: () => ({ ...AVAILABLE, usdt_balance: '5000' }),
    getHuoBiTradeFromRedis: () => ({ sell: [{ price: '100', amount: '90' }], buy: [] }),
  });
  type('Amount, BTC', '49');
  tap('Buy BTC');
  await screen.findByText('All you have.');
  expect(screen.getByRole('dialog').textContent).toContain('4,900 of 5,000 USDT');
  await waitFor(() => tap('Back'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent('upbbbuy')).toEqual([]);
});
