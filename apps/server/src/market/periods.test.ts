import { PERIODS } from '@plimsoll/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPeriod, PERIOD_MS, periodsBefore, periodsBetween, periodStart } from './periods.ts';

const at = (text: string) => Date.parse(text);
const moment = fc.integer({ min: at('1995-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });

test.each([
  ['1day', '2026-03-01T15:59:59.999Z', '2026-02-28T16:00:00Z'],
  ['1day', '2026-03-01T16:00:00Z', '2026-03-01T16:00:00Z'],
  ['1week', '2026-03-01T15:59:59.999Z', '2026-02-22T16:00:00Z'],
  ['1week', '2026-03-01T16:00:00Z', '2026-03-01T16:00:00Z'],
  ['1mon', '2026-02-28T15:59:59.999Z', '2026-01-31T16:00:00Z'],
  ['1mon', '2026-02-28T16:00:00Z', '2026-02-28T16:00:00Z'],
  ['4hour', '2026-03-01T15:59:59.999Z', '2026-03-01T12:00:00Z'],
  ['60min', '2026-03-01T15:59:59.999Z', '2026-03-01T15:00:00Z'],
] as const)('a %s that holds %s begins at %s: 00:00 UTC+8, weeks on Monday', (period, moment, start) => {
  expect(new Date(periodStart(period, at(moment))).toISOString()).toBe(new Date(start).toISOString());
});

test('every moment lies in exactly one period, and each fits into the larger ones', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      for (const [index, period] of PERIODS.entries()) {
        const start = periodStart(period, ms);
        expect(start).toBeLessThanOrEqual(ms);
        expect(nextPeriod(period, start)).toBeGreaterThan(ms);
        expect(periodStart(period, start)).toBe(start);
        expect(nextPeriod(period, start) - start).toBeLessThanOrEqual(PERIOD_MS[period]);
        for (const larger of PERIODS.slice(index + 1)) {
          // A week may lie in two months.
          if (period === '1week') continue;
          expect(periodStart(larger, start)).toBe(periodStart(larger, ms));
        }
      }
    }),
  );
});

test('stepping back and counting agree', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 3000 }), (ms, count) => {
      for (const period of PERIODS) {
        const start = periodStart(period, ms);
        const before = periodsBefore(period, start, count);
        expect(periodsBetween(period, before, start)).toBe(count);
        expect(periodStart(period, before)).toBe(before);
      }
    }),
  );
});
