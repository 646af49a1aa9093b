import type { TransferCoin } from '@plimsoll/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  alarm,
  draw,
  FakeServer,
  field,
  refusal,
  send,
  sendButton,
  tap,
  type,
  wrongWith,
} from '../../testing/form.tsx';
import { SECURITY } from '../../testing/security.ts';
import { SendPanel } from './send-panel.tsx';

const USDT: TransferCoin = {
  id: 1,
  title: 'USDT',
  balance: '70.00000000',
  internal_transfer_sxf: '0.05000000',
  internal_transfer_days: 0,
  decimals: 6,
};
const TOM = { id: 49920, username: 'tom@quay.example', times: 2 };
const ARRIVED = { id: 8, status: 2, arrival_time: '2026-03-02T00:00:00.000Z' };

function drawPanel(more: ConstructorParameters<typeof FakeServer>[0] = {}): FakeServer {
  const server = new FakeServer({ searchUser: () => TOM, getSecurity: () => SECURITY, ...more });
  draw(<SendPanel coins={[USDT]} freshness={{ isOnline: true, isOld: false, ageS: 0 }} nowMs={Date.now()} />);
  return server;
}

async function prepare(amount: string): Promise<void> {
  type('Recipient', TOM.username);
  tap('Find');
  await screen.findByText('Confirm recipient');
  tap('Confirm recipient');
  type('Amount', amount);
  send();
  await screen.findByText('Confirm payment');
}

test('without a receiver nothing is sent, and an error is beside the field', () => {
  const server = drawPanel();
  type('Amount', '10');
  send();
  expect(wrongWith('Recipient')).toBe('Find the recipient first');
  expect(alarm()).toContain('Find the recipient first');
  expect(server.sent('balanceTransfer')).toEqual([]);
});

test('an unknown name is an error beside the field', async () => {
  drawPanel({
    searchUser: () => {
      throw refusal('not_found', 'Not found');
    },
  });
  type('Recipient', 'nobody');
  tap('Find');
  await waitFor(() => expect(wrongWith('Recipient')).toBe('Member not found'));
});

test('it is sent after the last look, once and with a key, and then the form is empty', async () => {
  const server = drawPanel({ balanceTransfer: () => ARRIVED });
  await prepare('10');
  expect(server.sent('balanceTransfer')).toEqual([]);
  for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box);
  const release = server.hold();
  const sendIn = () => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: /^Send/ });
  await waitFor(() => expect(sendIn().disabled).toBe(false));
  fireEvent.click(sendIn());
  fireEvent.click(sendIn());
  release();
  await screen.findByText(/sent to/);
  expect(server.sent('balanceTransfer')).toHaveLength(1);
  expect(server.sent('balanceTransfer')[0]?.fields).toMatchObject({ c_id: '1' });
  expect(server.sent('balanceTransfer')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sendButton().textContent).toBe('Send');
});

test('an answer about an older name changes neither the name that was typed since nor its receiver', async () => {
  const server = drawPanel();
  const release = server.hold();
  type('Recipient', TOM.username);
  tap('Find');
  await waitFor(() => expect(server.sent('searchUser')).toHaveLength(1));
  type('Recipient', 'tomas@quay.example');
  release();
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  expect(field('Recipient').value).toBe('tomas@quay.example');
  expect(screen.queryByText('Confirm recipient')).toBeNull();
});

test('that nobody has an older name is no error of the name that was typed since', async () => {
  const server = drawPanel({
    searchUser: () => {
      throw refusal('not_found', 'Not found');
    },
  });
  const release = server.hold();
  type('Recipient', 'nobody');
  tap('Find');
  await waitFor(() => expect(server.sent('searchUser')).toHaveLength(1));
  type('Recipient', TOM.username);
  release();
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  expect(wrongWith('Recipient')).toBe('');
});

test('what was typed after sending stays when the answer comes', async () => {
  const server = drawPanel({ balanceTransfer: () => ARRIVED });
  await prepare('10');
  for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box);
  const release = server.hold();
  const sendIn = () => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: /^Send/ });
  await waitFor(() => expect(sendIn().disabled).toBe(false));
  fireEvent.click(sendIn());
  await waitFor(() => expect(server.sent('balanceTransfer')).toHaveLength(1));
  type('Amount', '25');
  release();
  await screen.findByText(/sent to/);
  expect([field('Recipient').value, field('Amount').value]).toEqual([TOM.username, '25']);
});
