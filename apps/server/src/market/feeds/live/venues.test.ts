import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { openLive } from './open-live.ts';
import { locateCcxt } from './venues.ts';

test('without ccxt installed the start is stopped with a sentence that says what to do', () => {
  expect(() =>
    locateCcxt((name) => {
      throw new Error(`Cannot find module '${name}'`);
    }),
  ).toThrow(
    'FEED=live speaks to binance and okx through ccxt, which is not installed: run “npm install” without leaving out optional packages, or set FEED_SOURCES=htx.',
  );
});

test('a feed is named by the venue it prefers, so that candles of another are not taken for its own', () => {
  const doors = { clock: new ManualClock(0), log: { info() {}, error() {} } };
  const venue = (name: 'htx' | 'okx') => ({ name, url: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });
  expect(openLive([venue('okx'), venue('htx')], doors).identity).toMatchObject({
    world: 'live:okx',
    candleTime: 'source',
    wholeBars: true,
  });
  expect(openLive([venue('htx')], doors).identity.world).toBe('live:htx');
});
