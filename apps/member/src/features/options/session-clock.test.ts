import { expect, test } from 'vitest';
import {
  freshSession,
  isReminderDue,
  minutesSpent,
  reminded,
  seen,
  SESSION_TICK_MS,
  type SessionClock,
} from './session-clock.ts';

const MINUTE = 60_000;
const stay = (clock: SessionClock, ms: number): SessionClock => {
  let now = clock;
  for (let passed = 0; passed < ms; passed += SESSION_TICK_MS) now = seen(now, now.seenAtMs + SESSION_TICK_MS);
  return now;
};

test('every second in view counts', () => {
  expect(minutesSpent(stay(freshSession(0), 15 * MINUTE))).toBe(15);
  expect(minutesSpent(stay(freshSession(0), 15 * MINUTE - SESSION_TICK_MS))).toBe(14);
});

test('a reload continues, time away does not count, and a rest begins a new session', () => {
  const clock = stay(freshSession(0), 10 * MINUTE);
  expect(seen(clock, clock.seenAtMs + 4000).spentMs).toBe(10 * MINUTE + 4000);
  expect(seen(clock, clock.seenAtMs + 5 * MINUTE).spentMs).toBe(10 * MINUTE);
  expect(seen(clock, clock.seenAtMs + 15 * MINUTE).spentMs).toBe(0);
});

test('a clock set back begins a new session', () => {
  expect(seen(stay(freshSession(MINUTE), MINUTE), 0).spentMs).toBe(0);
});

test('a reminder is due after each so many minutes, and never without a limit', () => {
  const first = stay(freshSession(0), 15 * MINUTE);
  expect(isReminderDue(first, 15)).toBe(true);
  expect(isReminderDue(first, 30)).toBe(false);
  expect(isReminderDue(first, null)).toBe(false);
  const next = stay(reminded(first), 14 * MINUTE);
  expect(isReminderDue(next, 15)).toBe(false);
  expect(isReminderDue(stay(next, MINUTE), 15)).toBe(true);
});
