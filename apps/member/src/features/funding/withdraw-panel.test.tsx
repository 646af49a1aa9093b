import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alarm, button, draw, FakeServer, refusal, send, tap, type, wrongWith } from '../../testing/form.tsx';
import { SECURITY } from '../../testing/security.ts';
import { wishCoin } from '../assets/index.ts';
import { WithdrawPanel } from './withdraw-panel.tsx';
import type { WithdrawTerms } from './withdraw-form.ts';

const TERMS: WithdrawTerms = {
  balance: '4870.61750000',
  txminnum: '10',
  txmaxnum: '20000',
  sxftype: 2,
  txsxf: '0',
  txsxf_n: '1',
  decimals: 6,
  address_list: [
    { id: 1, address: 'TR7NHqjeKQxGTCi8', networks: ['TRC20'], addtime: '2026-03-02T00:00:00.000Z', used: 3 },
  ],
  waits_until: null,
  used_addresses: [],
  needs_identity: 0,
};

async function drawPanel(
  terms: WithdrawTerms = TERMS,
  more: ConstructorParameters<typeof FakeServer>[0] = {},
): Promise<FakeServer> {
  const server = new FakeServer({ getUserCoinBalance: () => terms, getSecurity: () => SECURITY, ...more });
  draw(<WithdrawPanel coins={[{ id: 1, title: 'USDT' }]} cards={[]} types={[1]} />);
  await screen.findByLabelText('Amount');
  return server;
}

test('an amount outside the bounds is an error beside it, and nothing is sent', async () => {
  const server = await drawPanel();
  type('Amount', '9');
  send();
  expect(wrongWith('Amount')).toContain('10');
  expect(alarm()).toContain(wrongWith('Amount'));
  expect(server.sent('withdraw')).toEqual([]);
});

test('without a target the disabled button names the reason', async () => {
  await drawPanel({ ...TERMS, address_list: [] });
  expect(button('Add an address first').disabled).toBe(true);
});

test('it is sent after the last look, once and with a key', async () => {
  const server = await drawPanel(TERMS, { withdraw: () => ({ id: 3 }) });
  type('Amount', '50');
  send();
  await screen.findByText('Confirm payment');
  expect(server.sent('withdraw')).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox'));
  const release = server.hold();
  await waitFor(() => expect(button(/^Send .*49/).disabled).toBe(false));
  const last = button(/^Send .*49/);
  fireEvent.click(last);
  fireEvent.click(last);
  release();
  await waitFor(() => expect(server.sent('withdraw')).toHaveLength(1));
  expect(server.sent('withdraw')[0]?.fields).toMatchObject({ c_id: '1', num: '50', type: '1' });
  expect(server.sent('withdraw')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test('a refusal closes the last look and is shown beside the amount', async () => {
  const words = 'More than may leave within 24 hours.';
  await drawPanel(TERMS, {
    withdraw: () => {
      throw refusal('daily_limit', words);
    },
  });
  type('Amount', '50');
  send();
  await screen.findByText('Confirm payment');
  fireEvent.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(button(/^Send .*49/).disabled).toBe(false));
  tap(/^Send .*49/);
  await waitFor(() => expect(wrongWith('Amount')).toBe(words));
});

test('of a chosen coin that is no longer offered no other one takes the place', async () => {
  const server = new FakeServer({ getUserCoinBalance: () => TERMS, getSecurity: () => SECURITY });
  const coins = [
    { id: 1, title: 'USDT' },
    { id: 2, title: 'BTC' },
  ];
  const redraw = draw(<WithdrawPanel coins={coins} cards={[]} types={[1]} />);
  await screen.findByLabelText('Amount');
  tap(/^Coin ?USDT/);
  fireEvent.click(await screen.findByRole('button', { name: /^BTC/ }));
  await waitFor(() => expect(server.sent('getUserCoinBalance').at(-1)?.fields['c_id']).toBe('2'));
  await screen.findByLabelText('Amount');
  type('Amount', '50');
  const asked = server.sent('getUserCoinBalance').length;
  redraw(<WithdrawPanel coins={coins.slice(0, 1)} cards={[]} types={[1]} />);
  expect(alarm()).toContain('This choice is no longer available. Choose again.');
  expect(screen.queryByLabelText('Amount')).toBeNull();
  expect(document.querySelector('button[type=submit]')).toBeNull();
  expect(server.sent('getUserCoinBalance')).toHaveLength(asked);
});

test('a coin that was asked for and is not offered is not replaced by the first one', () => {
  wishCoin('9');
  draw(<WithdrawPanel coins={[{ id: 1, title: 'USDT' }]} cards={[]} types={[1]} />);
  expect(button(/^Coin ?Select a coin/)).toBeTruthy();
  expect(document.querySelector('button[type=submit]')).toBeNull();
});
