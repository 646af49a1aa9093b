import { expect, test } from 'vitest';
import { routeAt, ROUTES, TABS } from './titles.ts';

const VISITORS = [
  '/',
  '/register',
  '/login',
  '/forgot',
  '/market',
  '/charts/demo',
  '/voids',
  '/proof',
  '/freeze',
  '/coin',
];

test('every route except ten requires a login', () => {
  expect(ROUTES.filter((route) => !route.member).map((route) => route.path)).toEqual(VISITORS);
  expect(ROUTES).toHaveLength(37);
  expect(new Set(ROUTES.map((route) => route.path)).size).toBe(37);
});

test('a route is found with or without a slash at its end, never by a part of it', () => {
  expect(routeAt('/market')?.title).toBe('market');
  expect(routeAt('/market/')?.title).toBe('market');
  expect(routeAt('/')?.title).toBe('home');
  expect(routeAt('/markets')).toBeUndefined();
  expect(routeAt('/market/btc')).toBeUndefined();
  expect(routeAt('/coin/BTC/')?.title).toBe('coin');
  expect(routeAt('/coin/BTC/usdt')).toBeUndefined();
  expect(routeAt('/coins')).toBeUndefined();
});

test('every tab is a route', () => {
  for (const tab of TABS) expect(routeAt(tab)).toBeDefined();
});
