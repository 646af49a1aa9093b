import { amount } from '@plimsoll/money';
import { expect, test } from 'vitest';
import {
  changeLimits,
  DAY_MS,
  keepChange,
  limitsAt,
  NO_LIMITS,
  readChange,
  type LimitChange,
  type OwnLimits,
} from './limits.ts';

const NOW = Date.UTC(2026, 0, 5, 12);
const usdt = (text: string) => amount(text);
const set = (...changes: readonly LimitChange[]): OwnLimits =>
  changes.reduce((own, asked) => changeLimits(own, asked, NOW), NO_LIMITS);
const LATER = NOW + DAY_MS;

test.each<[string, LimitChange]>([
  ['a daily loss limit', { dailyLoss: usdt('500') }],
  ['a reminder', { sessionMinutes: 30 }],
])('%s that was not there before holds at once', (_what, asked) => {
  expect(set(asked)).toEqual({ ...NO_LIMITS, ...asked });
});

test('tightening holds at once, loosening after 24 hours to the millisecond', () => {
  const own = set({ dailyLoss: usdt('500'), sessionMinutes: 30 }, { dailyLoss: usdt('300'), sessionMinutes: 60 });
  expect(own).toMatchObject({
    dailyLoss: usdt('300'),
    sessionMinutes: 30,
    pending: { change: { sessionMinutes: 60 }, fromMs: LATER },
  });
  expect(limitsAt(own, LATER - 1)).toMatchObject({ sessionMinutes: 30, pending: { fromMs: LATER } });
  expect(limitsAt(own, LATER)).toMatchObject({ dailyLoss: usdt('300'), sessionMinutes: 60, pending: null });
});

test('removing a limit is loosening', () => {
  const own = set({ dailyLoss: usdt('500'), sessionMinutes: 15 }, { dailyLoss: null, sessionMinutes: null });
  expect(own).toMatchObject({
    dailyLoss: usdt('500'),
    sessionMinutes: 15,
    pending: { change: { dailyLoss: null, sessionMinutes: null }, fromMs: LATER },
  });
  expect(limitsAt(own, LATER)).toEqual(NO_LIMITS);
});

test('removing a limit that is not set changes nothing', () => {
  expect(set({ dailyLoss: null, sessionMinutes: null, excludeDays: 0 })).toEqual(NO_LIMITS);
});

const waiting = set({ dailyLoss: usdt('500'), sessionMinutes: 15 }, { dailyLoss: usdt('800') });
const HOUR_MS = 3_600_000;

test.each<[string, LimitChange, Partial<OwnLimits>]>([
  [
    'the same again does not restart',
    { dailyLoss: usdt('800') },
    { pending: { change: { dailyLoss: usdt('800') }, fromMs: LATER } },
  ],
  [
    'less than what waits keeps its time',
    { dailyLoss: usdt('600') },
    { pending: { change: { dailyLoss: usdt('600') }, fromMs: LATER } },
  ],
  [
    'more than what waits restarts',
    { dailyLoss: usdt('900') },
    { pending: { change: { dailyLoss: usdt('900') }, fromMs: LATER + HOUR_MS } },
  ],
  ['none at all restarts', { dailyLoss: null }, { pending: { change: { dailyLoss: null }, fromMs: LATER + HOUR_MS } }],
  [
    'another limit that loosens restarts all',
    { sessionMinutes: 60 },
    { pending: { change: { dailyLoss: usdt('800'), sessionMinutes: 60 }, fromMs: LATER + HOUR_MS } },
  ],
  ['what already holds takes back what waits', { dailyLoss: usdt('500') }, { dailyLoss: usdt('500'), pending: null }],
  ['tightening takes back what waits', { dailyLoss: usdt('100') }, { dailyLoss: usdt('100'), pending: null }],
  [
    'tightening another leaves it waiting',
    { sessionMinutes: 15 },
    { sessionMinutes: 15, pending: { change: { dailyLoss: usdt('800') }, fromMs: LATER } },
  ],
  [
    'a break leaves it waiting',
    { excludeDays: 1 },
    { excludedUntilMs: LATER + HOUR_MS, pending: { change: { dailyLoss: usdt('800') }, fromMs: LATER } },
  ],
])('while something waits, asking for %s', (_what, asked, expected) => {
  expect(changeLimits(waiting, asked, NOW + HOUR_MS)).toMatchObject(expected);
});

test('a limit whose wait has just ended counts as the current one', () => {
  const own = changeLimits(waiting, { dailyLoss: usdt('700') }, LATER);
  expect(own).toMatchObject({ dailyLoss: usdt('700'), pending: null });
});

test('a break can only become longer, and ends to the millisecond', () => {
  const own = set({ excludeDays: 7 });
  expect(own.excludedUntilMs).toBe(NOW + 7 * DAY_MS);
  for (const excludeDays of [0, 1])
    expect(changeLimits(own, { excludeDays }, NOW + HOUR_MS).excludedUntilMs).toBe(NOW + 7 * DAY_MS);
  expect(changeLimits(own, { excludeDays: 7 }, NOW + HOUR_MS).excludedUntilMs).toBe(NOW + HOUR_MS + 7 * DAY_MS);
  expect(limitsAt(own, NOW + 7 * DAY_MS - 1).excludedUntilMs).not.toBeNull();
  expect(limitsAt(own, NOW + 7 * DAY_MS).excludedUntilMs).toBeNull();
});

test.each([
  {},
  { dailyLoss: null },
  { dailyLoss: usdt('12.5') },
  { sessionMinutes: 15 },
  { dailyLoss: usdt('1'), sessionMinutes: null },
])('what waits is stored and read unchanged: %o', (change) => {
  expect(readChange(keepChange(change))).toEqual(change);
});
