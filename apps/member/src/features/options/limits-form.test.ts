import type { OwnLimits } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { changesOf, formOf, isOnBreak, lostPercent } from './limits-form.ts';

const limits: OwnLimits = {
  daily_loss: '500.00000000',
  session_minutes: 30,
  excluded_until: null,
  lost_today: '85.00000000',
  pending: null,
};

test('the form begins with the present limits, and has no changes', () => {
  expect(formOf(limits)).toEqual({ dailyLoss: '500', sessionMinutes: '30', breakDays: '0' });
  expect(changesOf(formOf(limits), limits)).toBeUndefined();
  expect(changesOf({ ...formOf(limits), dailyLoss: '500.00' }, limits)).toBeUndefined();
});

test('only changes are sent', () => {
  expect(changesOf({ ...formOf(limits), dailyLoss: '250.5' }, limits)).toEqual({ daily_loss: '250.5' });
  expect(changesOf({ ...formOf(limits), sessionMinutes: '15', breakDays: '7' }, limits)).toEqual({
    session_minutes: '15',
    exclude_days: '7',
  });
});

test('an empty limit or zero removes it', () => {
  expect(changesOf({ ...formOf(limits), dailyLoss: '' }, limits)).toEqual({ daily_loss: '0' });
  expect(changesOf({ ...formOf(limits), dailyLoss: '0' }, limits)).toEqual({ daily_loss: '0' });
  const none = { ...limits, daily_loss: null, session_minutes: null };
  expect(formOf(none)).toMatchObject({ dailyLoss: '', sessionMinutes: '0' });
  expect(changesOf({ ...formOf(none), dailyLoss: '0' }, none)).toBeUndefined();
});

test('the lost share of the limit is at most 100 percent', () => {
  expect(lostPercent(limits)).toBe(17);
  expect(lostPercent({ ...limits, lost_today: '700' })).toBe(100);
  expect(lostPercent({ ...limits, daily_loss: null })).toBeUndefined();
});

test('a break lasts until its end', () => {
  const until = '2026-11-21T12:00:00.000Z';
  expect(isOnBreak({ excluded_until: until }, Date.parse(until) - 1)).toBe(true);
  expect(isOnBreak({ excluded_until: until }, Date.parse(until))).toBe(false);
  expect(isOnBreak(limits, 0)).toBe(false);
});
