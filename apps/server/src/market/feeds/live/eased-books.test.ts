import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { EasedBooks } from './eased-books.ts';

test('a book is told at once, those that follow within 200 ms as the newest of them, and each market by itself', () => {
  const clock = new ManualClock(1_000_000);
  const told: [string, number, number][] = [];
  const books = new EasedBooks(clock, ({ symbol, sourceTimeMs }) => {
    told.push([symbol, sourceTimeMs, clock.nowMs() - 1_000_000]);
  });
  const take = (symbol: string, sourceTimeMs: number) => books.take({ symbol, sourceTimeMs, bids: [], asks: [] });
  for (let at = 0; at < 500; at += 50) {
    take('btcusdt', at);
    if (at === 100) take('ethusdt', at);
    clock.advance(50);
  }
  clock.advance(1_000);
  expect(told).toEqual([
    ['btcusdt', 0, 0],
    ['ethusdt', 100, 100],
    ['btcusdt', 150, 200],
    ['btcusdt', 350, 400],
    ['btcusdt', 450, 600],
  ]);
});

test('what waits of a venue that leads no more is never told', () => {
  const clock = new ManualClock(0);
  const told: number[] = [];
  const books = new EasedBooks(clock, ({ sourceTimeMs }) => {
    told.push(sourceTimeMs);
  });
  books.take({ symbol: 'btcusdt', sourceTimeMs: 1, bids: [], asks: [] });
  books.take({ symbol: 'btcusdt', sourceTimeMs: 2, bids: [], asks: [] });
  books.forget('btcusdt');
  clock.advance(1_000);
  expect(told).toEqual([1]);
});
