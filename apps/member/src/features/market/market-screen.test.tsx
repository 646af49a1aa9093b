import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { currentToken, enter } from '../../platform/session.ts';
import { recall, remember } from '../../platform/storage.ts';
import { draw, FakeServer, refusal, tap } from '../../testing/form.tsx';
import { BTC_USDT } from '../../testing/market.ts';
import MarketScreen from './market-screen.tsx';
import OwnMarkets from './own-markets.tsx';

const ETH = { ...BTC_USDT, id: 2, title: 'ETH/USDT', symbol: 'ethusdt', coinname: 'ETH' };
const list = [BTC_USDT, ETH];
/** The list of the first tab. */
const LISTED = ['getAllMarketList', '1', '0'];

async function drawScreen(awaited: readonly string[]): Promise<void> {
  const server = new FakeServer({
    getAllCurrencyList: () => ({ list: [{ id: 1, currency_name: 'USDT', child: [] }] }),
    getAllMarketList: () => ({ list }),
    getMarketList: () => ({ list }),
  });
  draw(<MarketScreen />);
  await waitFor(() => expect(queryClient.getQueryData(awaited)).toBeTruthy());
  expect(server.sent('getFavourites')).toHaveLength(1);
}
/** The answer of which markets are starred, later than that of the markets. */
const starred = (...ids: readonly number[]) =>
  act(async () => {
    queryClient.setQueryData(['getFavourites', currentToken()], {
      list: ids.map((id) => ({ m_id: id, symbol: 'x', coinname: 'X' })),
    });
  });
const isShown = (name: string) => ['list', 'table'].some((role) => screen.queryByRole(role, { name }) !== null);

beforeEach(() => enter('token-of-lea', 'lea', false));

test('no list is shown that a late one would replace', async () => {
  await drawScreen(LISTED);
  expect(screen.queryByRole('tab', { name: 'USDT' })).toBeNull();
  expect(isShown('Markets')).toBe(false);
  await starred(2);
  await waitFor(() => expect(isShown('My list')).toBe(true));
});

test('without an own list the markets come once that is known, and a first star does not replace them', async () => {
  await drawScreen(LISTED);
  await starred();
  await waitFor(() => expect(isShown('Markets')).toBe(true));
  await starred(2);
  expect(isShown('Markets')).toBe(true);
});

test('where there was an own list it is begun with at once, and not called empty before it is known', async () => {
  remember('own', 'on');
  await drawScreen(['getMarketList']);
  await waitFor(() => expect(screen.getByRole('tab', { name: 'My list' }).getAttribute('aria-selected')).toBe('true'));
  expect(screen.queryByText('Your list is empty')).toBeNull();
  await starred(2);
  await waitFor(() => expect(isShown('My list')).toBe(true));
});

test('prices do not wait for long for the list of the member', async () => {
  await drawScreen(LISTED);
  expect(isShown('Markets')).toBe(false);
  await waitFor(() => expect(isShown('Markets')).toBe(true));
});

test('an own list that could not be read is not called empty, is read again on demand, and is begun with next time', async () => {
  remember('own', 'on');
  let isDown = true;
  const server = new FakeServer({
    getAllCurrencyList: () => ({ list: [{ id: 1, currency_name: 'USDT', child: [] }] }),
    getMarketList: () => ({ list }),
    getFavourites: () => {
      if (isDown) throw refusal('unavailable', '');
      return { list: [{ m_id: 2, symbol: 'x', coinname: 'X' }] };
    },
  });
  draw(<MarketScreen />);
  await screen.findByText('Markets could not be loaded');
  expect(screen.queryByText('Your list is empty')).toBeNull();
  expect(recall('own')).toBe('on');
  isDown = false;
  tap('Try again');
  await waitFor(() => expect(isShown('My list')).toBe(true));
  expect(server.sent('getFavourites')).toHaveLength(2);
});

test('an own list that could not be read is not called empty on Home', async () => {
  const server = new FakeServer({
    getFavourites: () => {
      throw refusal('unavailable', '');
    },
  });
  draw(<OwnMarkets items={list} isOld={false} />);
  await screen.findByText('Markets could not be loaded');
  expect(server.sent('getFavourites')).toHaveLength(1);
  expect(screen.queryByText('Your list is empty')).toBeNull();
});
