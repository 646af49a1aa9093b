import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession, enter } from '../../platform/session.ts';
import { button, draw, FakeServer, refusal, tap } from '../../testing/form.tsx';
import { Star, starredFirst, useFavourites } from './index.ts';

const MARKETS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'].map((title, index) => ({ id: index + 1, title }));
const rows = (...ids: readonly number[]) => ({
  list: ids.map((id) => ({ m_id: id, symbol: 'x', coinname: MARKETS[id - 1]?.title ?? '' })),
});

function List() {
  const favourites = useFavourites();
  return (
    <ul>
      {starredFirst(MARKETS, favourites).map((market) => (
        <li key={market.id}>
          <Star market={market} isOn={favourites.includes(market.id)} />
        </li>
      ))}
    </ul>
  );
}

const STAR = (title: string): string => `Favorites: ${title}`;
const order = (): (string | null)[] =>
  screen.getAllByRole('button', { name: /^Favorites/ }).map((each) => each.getAttribute('aria-label'));
const isPressed = (title: string): boolean => button(STAR(title)).getAttribute('aria-pressed') === 'true';
/** One turn of all promises that are under way. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

beforeEach(() => enter('token-of-lea', 'lea', false));

test('starred markets come first, in the order of starring', async () => {
  const server = new FakeServer({ getFavourites: () => rows(3, 2) });
  draw(<List />);
  await waitFor(() => expect(order()).toEqual(['SOL/USDT', 'ETH/USDT', 'BTC/USDT'].map(STAR)));
  expect([isPressed('SOL/USDT'), isPressed('BTC/USDT')]).toEqual([true, false]);
  expect(button(STAR('SOL/USDT')).title).toBe('Remove from favorites');
  expect(button(STAR('BTC/USDT')).title).toBe('Add to favorites');
  expect(server.sent('getFavourites')).toHaveLength(1);
});

test('a star is shown before the server answers, and keeps the focus', async () => {
  const server = new FakeServer({ getFavourites: () => rows(), setFavourite: () => rows(2) });
  draw(<List />);
  await settled();
  const answer = server.hold();
  button(STAR('ETH/USDT')).focus();
  tap(STAR('ETH/USDT'));
  expect(order()[0]).toBe(STAR('ETH/USDT'));
  expect(isPressed('ETH/USDT')).toBe(true);
  expect(document.activeElement).toBe(button(STAR('ETH/USDT')));
  answer();
  await waitFor(() => expect(server.sent('setFavourite')).toHaveLength(1));
  await settled();
  expect(server.sent('setFavourite')[0]?.fields).toEqual({ market: '2', on: '1' });
  expect(isPressed('ETH/USDT')).toBe(true);
});

test('a refused star is taken back, and the reason is shown', async () => {
  const words = 'No such market.';
  const server = new FakeServer({
    getFavourites: () => rows(3),
    setFavourite: () => {
      throw refusal('not_found', words);
    },
  });
  draw(<List />);
  await waitFor(() => expect(isPressed('SOL/USDT')).toBe(true));
  tap(STAR('SOL/USDT'));
  expect(isPressed('SOL/USDT')).toBe(false);
  await waitFor(() => expect(isPressed('SOL/USDT')).toBe(true));
  expect(server.sent('setFavourite')).toHaveLength(1);
  await waitFor(() => expect(screen.getByText(words)).toBeTruthy());
});

test('several taps are sent one after another, and the last one decides', async () => {
  const kept = new Set<number>();
  const server = new FakeServer({
    getFavourites: () => rows(...kept),
    setFavourite: ({ market, on }) => {
      if (on === '1') kept.add(Number(market));
      else kept.delete(Number(market));
      return rows(...kept);
    },
  });
  draw(<List />);
  await settled();
  for (const title of ['BTC/USDT', 'BTC/USDT', 'ETH/USDT', 'BTC/USDT']) tap(STAR(title));
  await waitFor(() => expect(server.sent('setFavourite')).toHaveLength(4));
  await settled();
  expect(server.sent('setFavourite').map(({ fields }) => `${fields['market']}:${fields['on']}`)).toEqual([
    '1:1',
    '1:0',
    '2:1',
    '1:1',
  ]);
  expect(order()).toEqual(['ETH/USDT', 'BTC/USDT', 'SOL/USDT'].map(STAR));
});

test('the star of a visitor leads to login, and nothing is sent', () => {
  endSession();
  const server = new FakeServer({});
  draw(<List />);
  tap(STAR('BTC/USDT'));
  expect(location.pathname).toBe('/login');
  expect([...server.sent('getFavourites'), ...server.sent('setFavourite')]).toEqual([]);
});
