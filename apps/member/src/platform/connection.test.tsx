import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFreshness } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what became old while the page stood still is old once it is seen again', () => {
  const { result } = renderHook(({ atMs }) => useFreshness(atMs, 6000), { initialProps: { atMs: Date.now() } });
  expect(result.current.isOld).toBe(false);
  // The device slept: its timers did too.
  vi.setSystemTime(Date.now() + 60_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toMatchObject({ isOld: true, ageS: 60 });
});
