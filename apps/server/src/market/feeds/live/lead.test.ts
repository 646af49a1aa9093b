import { beforeEach, expect, test } from 'vitest';
import type { RawQuote } from '../feed.ts';
import { Lead } from './lead.ts';

let lead: Lead;
beforeEach(() => {
  lead = new Lead(['htx', 'binance', 'okx']);
});

/** Sends the venues' mids, with their clock errors. */
function say(
  nowMs: number,
  mids: Readonly<Record<string, number>>,
  offMs: Readonly<Record<string, number>> = {},
): string | undefined {
  for (const [source, mid] of Object.entries(mids)) {
    const quote: RawQuote = {
      symbol: 'btcusdt',
      source,
      sourceTimeMs: nowMs + (offMs[source] ?? 0),
      bid: mid - 0.01,
      ask: mid + 0.01,
      depth: 1_000,
    };
    lead.note(quote, nowMs);
  }
  return lead.decide(nowMs);
}

test('no venue leads before the first quote; the first one to quote leads', () => {
  expect(lead.decide(0)).toBeUndefined();
  expect(say(1_000, { okx: 100 })).toBe('okx');
});

test('a preferred venue takes the lead after being good for ten seconds, not before', () => {
  say(0, { okx: 100 });
  for (let second = 1; second <= 10; second += 1) expect(say(second * 1_000, { okx: 100, htx: 100 })).toBe('okx');
  expect(say(11_000, { okx: 100, htx: 100 })).toBe('htx');
});

test('a silent leader is replaced by the next in order after five seconds', () => {
  say(0, { htx: 100, binance: 100, okx: 100 });
  expect(lead.leader).toBe('htx');
  expect(say(5_000, { binance: 100, okx: 100 })).toBe('htx');
  expect(say(5_001, { binance: 100, okx: 100 })).toBe('binance');
});

test('a leader that disconnects, or whose book is unusable, is replaced immediately', () => {
  say(0, { htx: 100, okx: 100 });
  lead.drop('htx');
  expect(lead.decide(1)).toBe('okx');
  lead.note({ symbol: 'btcusdt', source: 'okx', sourceTimeMs: 2, bid: 101, ask: 100, depth: 1 }, 2);
  expect(say(2, { binance: 100 })).toBe('binance');
});

test('an unstable venue does not take the lead each time it returns', () => {
  say(0, { htx: 100, okx: 100 });
  for (let round = 1; round <= 5; round += 1) {
    lead.drop('htx');
    expect(say(round * 4_000, { okx: 100 })).toBe('okx');
    expect(say(round * 4_000 + 1_000, { htx: 100, okx: 100 })).toBe('okx');
  }
});

test('of three, a venue three percent from the others does not lead', () => {
  say(0, { htx: 100, binance: 100, okx: 100 });
  expect(say(1_000, { htx: 103, binance: 100, okx: 100.1 })).toBe('binance');
  expect(say(2_000, { htx: 100, binance: 100, okx: 100.1 })).toBe('binance');
});

test('a venue whose clock is a minute off leads only without another', () => {
  expect(say(0, { htx: 100 }, { htx: 60_000 })).toBe('htx');
  expect(say(1_000, { htx: 100, okx: 100 }, { htx: 60_000 })).toBe('okx');
});

test('repeated old books do not count', () => {
  say(0, { htx: 100, okx: 100 });
  expect(say(5_001, { htx: 100, okx: 100 }, { htx: -5_002 })).toBe('okx');
});

test('with all clocks off, price and order decide', () => {
  const offMs = { htx: -9_000, binance: -9_000, okx: -9_000 };
  expect(say(10_000, { htx: 100, binance: 100, okx: 100 }, offMs)).toBe('htx');
  expect(say(11_000, { htx: 103, binance: 100, okx: 100 }, offMs)).toBe('binance');
});

test('with all silent the leader stays, and its next quote counts first', () => {
  say(0, { okx: 100 });
  expect(lead.decide(60_000)).toBe('okx');
});
