import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, FakeServer, ReadAgain, readAgain, refusal, tap } from '../../testing/screen.tsx';
import AccountsScreen from './accounts-screen.tsx';
import { JournalsOf } from './journals-of.tsx';

test('accounts stay when they could not be read again', async () => {
  let fails = false;
  const server = new FakeServer({
    'GET /ledger/accounts': () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return {
        list: [
          {
            id: 61,
            member_id: null,
            username: null,
            type: null,
            house: 'fees',
            coin: 'USDT',
            available: '12',
            frozen: '0',
          },
        ],
      };
    },
  });
  draw(
    <>
      <ReadAgain />
      <AccountsScreen />
    </>,
  );
  await screen.findByText('61');
  fails = true;
  await readAgain();
  expect(screen.getByText(/^Could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('61')).toBeTruthy();
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/^Could not be refreshed/)).toBeNull());
  expect(screen.getByText('61')).toBeTruthy();
  expect(server.sent('GET /ledger/accounts').length).toBeGreaterThan(2);
});

test('journals of a record stay when they could not be read again', async () => {
  let fails = false;
  const server = new FakeServer({
    'GET /ledger': () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return { list: [{ id: 61, kind: 'recharge', cause: '5', at: '2026-01-02 03:04:05' }], total: 1 };
    },
  });
  draw(
    <>
      <ReadAgain />
      <JournalsOf causes={[{ kind: 'recharge', cause: '5' }]} stamp="1" />
    </>,
  );
  await screen.findByText('61');
  fails = true;
  await readAgain();
  expect(screen.getByText(/^Could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('61')).toBeTruthy();
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/^Could not be refreshed/)).toBeNull());
  expect(screen.getByText('61')).toBeTruthy();
  expect(server.sent('GET /ledger').length).toBeGreaterThan(2);
});
