import { expect, test } from 'vitest';
import type { TapeHead } from './entries/head-entries.ts';
import { makeEntry } from './entries/made-entry.ts';
import { HeadsDue } from './heads-due.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);
const hash = 'ab'.repeat(32);
const ledger = (number: number, atMs = START_MS) => makeEntry('ledger', { number, hash }, { at: new Date(atMs) });
const head = (completeToMs: number, isBusy: boolean): TapeHead => ({
  marketId: '1',
  completeToMs,
  isBusy,
  entry: makeEntry(
    'tape',
    { market: 'btcusdt', seq: 1, hash, complete_to: new Date(completeToMs).toISOString() },
    { at: new Date(completeToMs) },
  ),
});

/** The seconds in which a head is logged, of a tape that is complete to each second. */
function loggedIn(seconds: number, isBusyAt: (second: number) => boolean): number[] {
  const heads = new HeadsDue();
  const logged: number[] = [];
  for (let ms = 0; ms <= seconds * 1000; ms += 250) {
    const nowMs = START_MS + ms;
    const isLooking = heads.isDue(nowMs) || isBusyAt(ms / 1000);
    if (heads.areChainsDue(nowMs)) heads.dueChains([], nowMs);
    if (!isLooking || !heads.areTapesLookedAt(nowMs)) continue;
    if (heads.dueTapes([head(nowMs, isBusyAt(ms / 1000))], nowMs).length > 0) logged.push(ms / 1000);
  }
  return logged;
}

test('a tape’s head is logged each second while an option runs, and for 61 s after', () => {
  const logged = loggedIn(240, (second) => second >= 100 && second < 130);
  const busy = logged.filter((second) => second >= 101 && second <= 189);
  expect(busy).toEqual(Array.from({ length: 89 }, (_, at) => 101 + at));
  // Without one each minute.
  expect(logged.filter((second) => second < 100)).toEqual([0, 60]);
  expect(logged.filter((second) => second > 192).length).toBeLessThanOrEqual(1);
});

test('a tape’s head that has not moved is not logged again', () => {
  const heads = new HeadsDue();
  expect(heads.dueTapes([head(START_MS, true)], START_MS)).toHaveLength(1);
  expect(heads.dueTapes([head(START_MS, true)], START_MS + 70_000)).toHaveLength(0);
});

test('a chain’s end is logged each minute, where it has moved', () => {
  const heads = new HeadsDue();
  expect(heads.dueChains([ledger(1)], START_MS)).toHaveLength(1);
  expect(heads.areChainsDue(START_MS + 59_999)).toBe(false);
  expect(heads.areChainsDue(START_MS + 60_000)).toBe(true);
  expect(heads.dueChains([ledger(1, START_MS + 60_000)], START_MS + 60_000)).toHaveLength(0);
  expect(heads.dueChains([ledger(2)], START_MS + 120_000)).toHaveLength(1);
});

test('a clock that is set back stops nothing', () => {
  const heads = new HeadsDue();
  heads.dueTapes([head(START_MS, true)], START_MS);
  heads.dueChains([ledger(1)], START_MS);
  expect(heads.isDue(START_MS - 3_600_000)).toBe(true);
  expect(heads.dueTapes([head(START_MS + 1, true)], START_MS - 3_600_000)).toHaveLength(1);
});
