import { expect, test } from 'vitest';
import { timesRead } from '../../testing/screen.tsx';
import AccountsScreen from './accounts-screen.tsx';
import { JournalsOf } from './journals-of.tsx';

const FEES = {
  id: 61,
  member_id: null,
  username: null,
  type: null,
  house: 'fees',
  coin: 'USDT',
  available: '12',
  frozen: '0',
};

test('accounts stay when they could not be read again', async () => {
  const times = await timesRead({
    request: 'GET /ledger/accounts',
    answer: { list: [FEES] },
    part: <AccountsScreen />,
    shows: '61',
  });
  expect(times).toBeGreaterThan(2);
});

test('journals of a record stay when they could not be read again', async () => {
  const times = await timesRead({
    request: 'GET /ledger',
    answer: { list: [{ id: 61, kind: 'recharge', cause: '5', at: '2026-01-02 03:04:05' }], total: 1 },
    part: <JournalsOf causes={[{ kind: 'recharge', cause: '5' }]} stamp="1" />,
    shows: '61',
  });
  expect(times).toBeGreaterThan(2);
});
