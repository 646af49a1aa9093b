import { memberCalls } from '@plimsoll/contract';
import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { draw, FakeServer } from '../testing/form.tsx';
import { useMember } from './member.ts';
import { dropOwnReads, PUBLIC } from './own-reads.ts';
import { queryClient } from './query.ts';
import { endSession, enter } from './session.ts';
import { useSettings } from './settings.ts';

beforeAll(() => dropOwnReads(queryClient));
beforeEach(() => enter('token-of-lea', 'lea', false));

const kept = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0]);

test('the end of a login leaves nothing of the member’s among what was read, and the settings', () => {
  for (const key of ['getSetting', 'getMarketList', 'getusr', 'getUserBalanceList', 'tradegetFillList', 'receipts'])
    queryClient.setQueryData([key, 1], {});
  endSession();
  expect(kept()).toEqual(['getSetting', 'getMarketList']);
});

test('no call of members is among what anybody may read', () => {
  expect(Object.values(memberCalls).filter(({ name, member }) => member && PUBLIC.includes(name))).toEqual([]);
});

/** Draws on without a login, as the shell does. */
function Name() {
  const { name } = useSettings();
  return <p>{`${useMember().data?.username ?? 'nobody'} at ${name}`}</p>;
}

test('a page that stays goes on without the member, and the next login reads what is its own', async () => {
  const names = ['lea', 'tom'];
  const server = new FakeServer({ getusr: () => ({ username: names.shift() }) });
  draw(<Name />);
  await screen.findByText('lea at Plimsoll');
  act(endSession);
  screen.getByText('nobody at Plimsoll');
  act(() => enter('token-of-tom', 'tom', false));
  await screen.findByText('tom at Plimsoll');
  expect(server.sent('getusr')).toHaveLength(2);
});

test('an answer that comes after its login has ended is kept for nobody', async () => {
  const server = new FakeServer({ getusr: () => ({ username: 'lea' }) });
  const release = server.hold();
  draw(<Name />);
  act(endSession);
  release();
  await act(async () => {});
  expect(screen.getByText('nobody at Plimsoll')).toBeTruthy();
  expect(queryClient.getQueryData(['getusr'])).toBeUndefined();
});
