import { expect, test, vi } from 'vitest';
import { chartTimes } from './times.ts';

const ENGLISH = { language: 'en', nativeDigits: false } as const;
const at = (iso: string): number => Date.parse(iso) / 1000;

/** Does `work` as a reader in another zone. */
function inZone(zone: string, work: () => void): void {
  vi.stubEnv('TZ', zone);
  try {
    work();
  } finally {
    vi.unstubAllEnvs();
  }
}

test("minute bars are in the reader's zone, and the axis divides days at the reader's midnight", () => {
  inZone('Asia/Karachi', () => {
    const times = chartTimes('5', ENGLISH, Date.parse('2026-11-21T12:00:00Z'));
    const midnight = at('2026-11-20T19:00:00Z');
    expect(times.toAxis(midnight) % 86_400).toBe(0);
    expect(times.fromAxis(times.toAxis(midnight))).toBe(midnight);
    expect(times.mark(times.toAxis(midnight), 'day')).toBe('Nov 21');
    expect(times.mark(times.toAxis(midnight + 300), 'minute')).toBe('00:05');
    expect(times.bar(midnight + 300)).toBe('Nov 21, 2026, 00:05');
  });
});

test("bars of a day and more have the exchange's date in every zone", () => {
  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    inZone(zone, () => {
      const times = chartTimes('D', ENGLISH, Date.parse('2026-11-21T12:00:00Z'));
      // HTX's 21 November begins at 00:00 UTC+8.
      const day = at('2026-11-20T16:00:00Z');
      expect(times.toAxis(day) % 86_400).toBe(0);
      expect(times.bar(day)).toBe('Nov 21, 2026');
    });
  }
  expect(chartTimes('M', ENGLISH, 0).bar(at('2026-10-31T16:00:00Z'))).toBe('Nov 2026');
});

test('the hour that summer time repeats is on the axis once, with its right name', () => {
  inZone('Europe/Berlin', () => {
    const times = chartTimes('60', ENGLISH, Date.parse('2026-11-01T12:00:00Z'));
    const hours = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'].map(at);
    const axis = hours.map(times.toAxis);
    expect(axis).toEqual([...new Set(axis)].toSorted((a, b) => a - b));
    expect(hours.map((hour) => times.mark(times.toAxis(hour), 'minute'))).toEqual(['02:00', '02:00', '03:00']);
  });
});

test('times are written in the reader’s digits', () => {
  inZone('UTC', () =>
    expect(chartTimes('1', { language: 'ar', nativeDigits: true }, 0).mark(at('2026-11-21T14:05:00Z'), 'minute')).toBe(
      '١٤:٠٥',
    ),
  );
});
