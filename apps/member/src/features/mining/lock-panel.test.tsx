import type { MiningProduct } from '@plimsoll/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  alarm,
  button,
  confirmLook,
  draw,
  FakeServer,
  field,
  refusal,
  sendButton,
  tap,
  type,
  wrongWith,
} from '../../testing/form.tsx';
import { LockPanel } from './lock-panel.tsx';

const SKIFF: MiningProduct = {
  id: 4,
  title: 'Skiff',
  img: '',
  min_price: '100',
  max_price: '2000',
  coin_title: 'USDT',
  interest_rate: '0.12',
  cycle: 7,
  c_id: 1,
  coin: 'USDT',
  decimals: 6,
};
const AMOUNT = 'Amount, USDT';
const LOCKED = { id: 9, order_num: 'L9', end_time: '2026-03-09T00:00:00.000Z', estimated_revenue: '0.84' };
const funds = () => ({ balance_list: [{ type: 1, balance: '500.00000000' }] });

test('an amount outside the bounds is an error beside the field, and nothing is sent', () => {
  const server = new FakeServer({});
  draw(<LockPanel product={SKIFF} />);
  type(AMOUNT, '99');
  tap(/^Lock/);
  expect(field(AMOUNT).getAttribute('aria-invalid')).toBe('true');
  expect(wrongWith(AMOUNT)).toContain('100');
  expect(alarm()).toContain(wrongWith(AMOUNT));
  expect(server.sent('buyMiningMachine')).toEqual([]);
});

test('product, amount and the terms on the page are sent once, with a key, however often it is tapped', async () => {
  const server = new FakeServer({ getCoinBalance: funds, buyMiningMachine: () => LOCKED });
  draw(<LockPanel product={SKIFF} />);
  const release = server.hold();
  type(AMOUNT, '250');
  tap(/^Lock 250/);
  expect(server.sent('buyMiningMachine')).toEqual([]);
  await confirmLook('Lock');
  await waitFor(() => expect(sendButton().getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(sendButton());
  release();
  await waitFor(() => expect(location.pathname).toBe('/lockming'));
  expect(server.sent('buyMiningMachine').map(({ fields }) => fields)).toEqual([
    { id: '4', amount: '250', interest_rate: '0.12', cycle: '7' },
  ]);
  expect(server.sent('buyMiningMachine')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test('a refusal is shown beside the amount until it is changed', async () => {
  const words = 'There is not enough in your funds account.';
  const server = new FakeServer({
    buyMiningMachine: () => {
      throw refusal('insufficient_balance', words);
    },
  });
  draw(<LockPanel product={SKIFF} />);
  tap(/^Lock 100/);
  await confirmLook('Lock');
  await waitFor(() => expect(wrongWith(AMOUNT)).toBe(words));
  expect(button(/^Lock 100/).disabled).toBe(false);
  type(AMOUNT, '120');
  expect(wrongWith(AMOUNT)).toBe('');
  expect(server.sent('buyMiningMachine')).toHaveLength(1);
});

test('that the terms have changed is shown over them, and the amount is not called wrong', async () => {
  const words = 'The terms have changed. Check them and confirm again.';
  const server = new FakeServer({
    buyMiningMachine: () => {
      throw refusal('terms_changed', words);
    },
  });
  const redraw = draw(<LockPanel product={SKIFF} />);
  tap(/^Lock 100/);
  await screen.findByText('Check and confirm');
  // Read again while it is looked at: what is confirmed is what was asked.
  redraw(<LockPanel product={{ ...SKIFF, interest_rate: '0.01', cycle: 30 }} />);
  expect(screen.getByRole('dialog').textContent).toContain('7 days');
  await confirmLook('Lock');
  const form = screen.getByRole('form', { hidden: true });
  await waitFor(() => expect(form.textContent).toContain(words));
  expect(server.sent('buyMiningMachine').map(({ fields }) => fields['cycle'])).toEqual(['7']);
  expect(form.textContent).toContain('30 days');
  expect(wrongWith(AMOUNT)).not.toContain(words);
  expect(field(AMOUNT).getAttribute('aria-invalid')).not.toBe('true');
  type(AMOUNT, '120');
  expect(form.textContent).not.toContain(words);
});

test('while locking is switched off there is no button', () => {
  draw(<LockPanel product={SKIFF} />, { machine_switch: 0 });
  expect(screen.queryByRole('button', { name: /^Lock/ })).toBeNull();
});
