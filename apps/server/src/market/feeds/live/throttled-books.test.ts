import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { ThrottledBooks } from './throttled-books.ts';

test('a book is published at once, of those within the next 200 ms the newest, for each market separately', () => {
  const clock = new ManualClock(1_000_000);
  const published: [string, number, number][] = [];
  const books = new ThrottledBooks(clock, ({ symbol, sourceTimeMs }) => {
    published.push([symbol, sourceTimeMs, clock.nowMs() - 1_000_000]);
  });
  const take = (symbol: string, sourceTimeMs: number) => books.take({ symbol, sourceTimeMs, bids: [], asks: [] });
  for (let at = 0; at < 500; at += 50) {
    take('btcusdt', at);
    if (at === 100) take('ethusdt', at);
    clock.advance(50);
  }
  clock.advance(1_000);
  expect(published).toEqual([
    ['btcusdt', 0, 0],
    ['ethusdt', 100, 100],
    ['btcusdt', 150, 200],
    ['btcusdt', 350, 400],
    ['btcusdt', 450, 600],
  ]);
});

test('a waiting book of a former leader is never published', () => {
  const clock = new ManualClock(0);
  const published: number[] = [];
  const books = new ThrottledBooks(clock, ({ sourceTimeMs }) => {
    published.push(sourceTimeMs);
  });
  books.take({ symbol: 'btcusdt', sourceTimeMs: 1, bids: [], asks: [] });
  books.take({ symbol: 'btcusdt', sourceTimeMs: 2, bids: [], asks: [] });
  books.forget('btcusdt');
  clock.advance(1_000);
  expect(published).toEqual([1]);
});
