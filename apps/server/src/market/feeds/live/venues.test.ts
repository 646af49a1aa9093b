import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { openLive } from './open-live.ts';
import { locateCcxt } from './venues.ts';

test('without ccxt installed the start fails and says what to do', () => {
  expect(() =>
    locateCcxt((name) => {
      throw new Error(`Cannot find module '${name}'`);
    }),
  ).toThrow(
    'FEED=live speaks to binance and okx through ccxt, which is not installed: run “npm install” without leaving out optional packages, or set FEED_SOURCES=htx.',
  );
});

test('a feed’s world is its preferred venue, so that candles of another do not continue in it', () => {
  const deps = { clock: new ManualClock(0), log: { info() {}, error() {} } };
  const venue = (name: 'htx' | 'okx') => ({ name, url: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });
  expect(openLive([venue('okx'), venue('htx')], deps).identity).toMatchObject({
    world: 'live:okx',
    candleTime: 'source',
    wholeBars: true,
  });
  expect(openLive([venue('htx')], deps).identity.world).toBe('live:htx');
});
