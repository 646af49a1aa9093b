import type { ExchangeCoin } from '@plimsoll/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  alarm,
  button,
  draw,
  FakeServer,
  field,
  refusal,
  sendButton,
  tap,
  type,
  wrongWith,
} from '../../testing/form.tsx';
import { ConvertPanel } from './convert-panel.tsx';

const coin = (id: number, title: string, balance: string, sells: boolean, mark: string | null): ExchangeCoin => ({
  id,
  title,
  balance,
  price: null,
  decimals: 6,
  spread: '0.00200000',
  markets: [
    { m_id: 1, symbol: 'btcusdt', c_id: 3 - id, sells, mid: mark, mark, mark_seq: mark === null ? null : 7, lean: '0' },
  ],
});
const coinsAt = (mark: string | null) => [
  coin(1, 'USDT', '500.00000000', false, mark),
  coin(2, 'BTC', '0', true, mark),
];
const AMOUNT = /^Amount.*USDT|USDT.*[Aa]mount/;
const panel = (mark: string | null = '100') => (
  <ConvertPanel type={1} coins={coinsAt(mark)} updatedAt={Date.now()} wanted={undefined} stake={undefined} />
);
const depth = () => ({ sell: [{ price: '100', amount: '50' }], buy: [{ price: '99', amount: '50' }] });

test('an empty form is an error beside its field, and nothing is sent', () => {
  const server = new FakeServer({ getHuoBiTradeFromRedis: depth });
  draw(panel());
  tap('Convert');
  expect(wrongWith(AMOUNT)).not.toBe('');
  expect(alarm()).toContain(wrongWith(AMOUNT));
  expect(server.sent('exchangeCoin')).toEqual([]);
});

test('an amount above the balance is an error while typing', () => {
  draw(panel());
  type(AMOUNT, '501');
  expect(wrongWith(AMOUNT)).toBe('Available balance insufficient');
});

test('without a price the button is disabled and names the reason', () => {
  draw(panel(null));
  expect(sendButton().disabled).toBe(true);
  expect(sendButton().textContent).not.toContain('Convert');
});

test('a refusal is shown beside the amount until it is changed', async () => {
  const words = 'Prices moved too far.';
  const server = new FakeServer({
    exchangeCoin: () => {
      throw refusal('stale_market', words);
    },
  });
  draw(panel());
  type(AMOUNT, '50');
  tap('Convert 50.00 USDT');
  await waitFor(() => expect(wrongWith(AMOUNT)).toBe(words));
  expect(server.sent('exchangeCoin')).toHaveLength(1);
  expect(server.sent('exchangeCoin')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(server.sent('exchangeCoin')[0]?.fields).toMatchObject({ type: '1' });
  type(AMOUNT, '40');
  expect(wrongWith(AMOUNT)).toBe('');
  expect(button('Convert 40.00 USDT').disabled).toBe(false);
  expect(field(AMOUNT).value).toBe('40');
});

const DONE = { id: 4, received: '0.50000000', rate: '0.01000000', books: [] };

test('what was typed after sending stays when the answer comes', async () => {
  const server = new FakeServer({ getHuoBiTradeFromRedis: depth, exchangeCoin: () => DONE });
  draw(panel());
  const release = server.hold();
  type(AMOUNT, '50');
  tap('Convert 50.00 USDT');
  await waitFor(() => expect(server.sent('exchangeCoin')).toHaveLength(1));
  type(AMOUNT, '40');
  release();
  await screen.findByText(/^You received 0.50/);
  expect(field(AMOUNT).value).toBe('40');
});

test('a refusal that comes after another amount was typed is not shown beside that', async () => {
  const server = new FakeServer({
    exchangeCoin: () => {
      throw refusal('stale_market', 'Prices moved too far.');
    },
  });
  draw(panel());
  const release = server.hold();
  type(AMOUNT, '50');
  tap('Convert 50.00 USDT');
  await waitFor(() => expect(server.sent('exchangeCoin')).toHaveLength(1));
  type(AMOUNT, '40');
  release();
  await screen.findByText('Prices moved too far.');
  expect(wrongWith(AMOUNT)).toBe('');
});
