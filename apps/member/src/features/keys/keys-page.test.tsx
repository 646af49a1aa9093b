import type { Key } from '@plimsoll/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { goBack } from '../../testing/back.ts';
import { draw, FakeServer } from '../../testing/form.tsx';
import { KeysPage } from './keys-page.tsx';

const KEY: Key = {
  id: 1002,
  name: 'Hedge',
  shown: '1a2b3c4d',
  kind: 'hmac',
  trade: 1,
  transfer: 0,
  networks: ['203.0.113.0/24'],
  markets: ['btcusdt'],
  day_cap: '500.00000000',
  loss_cap: null,
  addtime: '2026-03-21T14:20:00.000Z',
  expires: null,
  last_used: '2026-04-02T09:05:00.000Z',
  last_address: '203.0.113.*',
  cancels: null,
  ended: null,
};

beforeEach(() => history.replaceState(null, '', '/security?view=keys'));

function drawList(...list: readonly Key[]): FakeServer {
  const server = new FakeServer({
    getKeys: () => ({ list }),
    getMarketList: () => ({ list: [] }),
    endKey: () => null,
  });
  draw(<KeysPage />);
  return server;
}

const card = async (name: string): Promise<HTMLElement> => {
  const found = (await screen.findByRole('heading', { name })).closest('li');
  if (!found) throw new Error(`${name} is in no list`);
  return found;
};

test('a key shows what it may do, from where, how much, and its last use', async () => {
  drawList(KEY);
  const { textContent } = await card('Hedge');
  for (const fact of ['1a2b3c4d', 'Read', 'Trade', 'BTCUSDT', '203.0.113.0/24', '500.00 USDT', 'Unlimited', 'Never'])
    expect(textContent).toContain(fact);
  expect(textContent).toContain('203.0.113.*');
  expect(textContent).not.toContain('Transfer');
  expect(textContent).not.toContain('Cancels open orders');
});

test('caps are of orders: a key that reads shows none; a switch shows when it cancels', async () => {
  drawList({ ...KEY, trade: 0, cancels: '2026-04-02T09:06:00.000Z' });
  const { textContent } = await card('Hedge');
  expect(textContent).not.toContain('Max. orders');
  expect(textContent).toContain('Cancels open orders');
});

test('one that ended is listed by itself, and cannot be deleted again', async () => {
  drawList({ ...KEY, ended: '2026-04-02T10:00:00.000Z' });
  const over = await card('Hedge');
  expect(over.textContent).toContain('Ended');
  expect(within(over).queryByRole('button')).toBeNull();
  expect(screen.getByText('No API keys yet')).toBeTruthy();
});

test('deleting one is confirmed first', async () => {
  const server = drawList(KEY);
  fireEvent.click(within(await card('Hedge')).getByRole('button', { name: 'Delete “Hedge”' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Hedge”?' });
  expect(server.sent('endKey')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.sent('endKey')[0]?.fields).toEqual({ id: '1002' }));
});

test('a late answer for one key does not close the question about another', async () => {
  const server = drawList(KEY, { ...KEY, id: 1003, name: 'Reader' });
  fireEvent.click(within(await card('Hedge')).getByRole('button', { name: 'Delete “Hedge”' }));
  const first = await screen.findByRole('alertdialog', { name: 'Delete “Hedge”?' });
  const release = server.hold();
  fireEvent.click(within(first).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.sent('endKey')).toHaveLength(1));
  goBack();
  fireEvent.click(within(await card('Reader')).getByRole('button', { name: 'Delete “Reader”' }));
  const second = await screen.findByRole('alertdialog', { name: 'Delete “Reader”?' });
  release();
  await waitFor(() =>
    expect(within(second).getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(false),
  );
  expect(screen.getByRole('alertdialog', { name: 'Delete “Reader”?' })).toBe(second);
  fireEvent.click(within(second).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.sent('endKey').at(-1)?.fields).toEqual({ id: '1003' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
