import type { OwnSession } from '@plimsoll/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goBack } from '../../testing/back.ts';
import { draw, FakeServer } from '../../testing/form.tsx';
import { SessionsPage } from './sessions-page.tsx';

const session = (id: number, browser: string): OwnSession => ({
  id,
  browser,
  system: 'Linux',
  address: '203.0.113.*',
  addtime: '2026-03-21T14:00:00.000Z',
  last_seen: '2026-03-21T14:20:00.000Z',
  current: 0,
  bound: 1,
});

async function ask(device: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Log out .*${device}`) }));
  return screen.findByRole('alertdialog', { name: new RegExp(`${device}.*\\?$`) });
}

test('a late answer for one session does not close the question about another', async () => {
  const server = new FakeServer({
    getSessions: () => ({ list: [session(1, 'Firefox'), session(2, 'Chrome')], total: 2 }),
    getDevices: () => ({ list: [], total: 0 }),
    endSession: () => null,
  });
  draw(<SessionsPage />);
  const first = await ask('Firefox');
  const release = server.hold();
  const confirm = (of: HTMLElement) => within(of).getAllByRole<HTMLButtonElement>('button').at(-1);
  fireEvent.click(confirm(first) ?? first);
  await waitFor(() => expect(server.sent('endSession')).toHaveLength(1));
  goBack();
  const second = await ask('Chrome');
  release();
  await waitFor(() => expect(within(second).getAllByRole<HTMLButtonElement>('button')[0]?.disabled).toBe(false));
  expect(screen.getByRole('alertdialog', { name: /Chrome/ })).toBe(second);
  fireEvent.click(confirm(second) ?? second);
  await waitFor(() => expect(server.sent('endSession').at(-1)?.fields).toEqual({ id: '2' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
