import { rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sampleMarket } from '../testing/sample-market.ts';
import { LiveData } from './live-data.ts';
import { RecentTrades, TRADES_KEPT } from './recent-trades.ts';

function open() {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 9));
  const data = new LiveData({ clock, log: { error() {} }, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  data.setCatalogue({
    coins: [],
    markets: [sampleMarket('BTC', 'USDT'), sampleMarket('ETH', 'USDT')],
    tabs: [],
    tabOf: new Map(),
  });
  const trades = new RecentTrades(data);
  const tick = (price: number, symbol = 'btcusdt') => {
    data.takeTick({ symbol, sourceTimeMs: clock.nowMs(), price, size: 1 });
  };
  const book = (bid: number, ask: number) =>
    data.takeBook({ symbol: 'btcusdt', sourceTimeMs: clock.nowMs(), bids: [[bid, 1]], asks: [[ask, 1]] });
  const directions = () =>
    trades
      .newest('btcusdt', 10)
      .map(({ direction }) => direction)
      .toReversed();
  return { clock, trades, tick, book, directions };
}

test('a trade above the mid of the book before it is a buy, one below it a sell', () => {
  const { tick, book, directions } = open();
  tick(100);
  book(99, 101.01);
  for (const price of [100.01, 100, 101.01, 99]) tick(price);
  expect(directions()).toEqual(['buy', 'buy', 'sell', 'buy', 'sell']);
});

test('without a fresh book, or exactly at its mid, the tick rule decides', () => {
  const { clock, tick, book, directions } = open();
  for (const price of [100, 100, 99, 99, 100]) tick(price);
  expect(directions()).toEqual(['buy', 'buy', 'sell', 'sell', 'buy']);
  book(99, 101);
  tick(99.5);
  tick(100);
  clock.advance(5_001);
  // Below the old book's mid, above the last trade.
  tick(99.9);
  tick(99.95);
  expect(directions().slice(-4)).toEqual(['sell', 'buy', 'sell', 'buy']);
});

test('the newest trades are kept in order, for each market separately', () => {
  const { trades, tick } = open();
  for (let each = 0; each < TRADES_KEPT + 5; each += 1) tick(100 + each / 4);
  tick(7, 'ethusdt');
  const newest = trades.newest('btcusdt', 5_000).map(({ tick: { price } }) => Number(price) / 1e8);
  expect(newest).toHaveLength(TRADES_KEPT);
  expect([newest[0], newest.at(-1)]).toEqual([100 + (TRADES_KEPT + 4) / 4, 101.25]);
  expect(newest).toEqual(newest.toSorted((a, b) => b - a));
  expect(trades.newest('btcusdt', 3).map(({ tick: { price } }) => Number(price) / 1e8)).toEqual(newest.slice(0, 3));
  expect(trades.last('ethusdt')?.tick.price).toBe(700_000_000n);
  expect(trades.newest('nousdt', 3)).toEqual([]);
});
