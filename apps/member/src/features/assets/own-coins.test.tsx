import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endSession, enter } from '../../platform/session.ts';
import { draw, FakeServer } from '../../testing/form.tsx';
import { useOwnCoins } from './own-coins.ts';

const OwnCoins = () => useOwnCoins().map(({ coinName, balance }) => <p key={coinName}>{`${balance} ${coinName}`}</p>);

test('a member’s coins are shown to nobody once the login has ended', async () => {
  enter('token-of-lea', 'lea', false);
  const bitcoin = { coinId: 2, coinName: 'BTC', balance: '1.5', dbalance: '0', all_zhprice: '150' };
  const server = new FakeServer({
    getUserBalanceList: () => ({
      all_price: '150',
      coinList: [{ type: 1, totalAvailableAsset: '150', balanceInfo: [bitcoin] }],
    }),
  });
  draw(<OwnCoins />);
  await screen.findByText('1.5 BTC');
  act(endSession);
  expect(screen.queryByText('1.5 BTC')).toBeNull();
  expect(server.sent('getUserBalanceList')).toHaveLength(1);
});
