import type { PortfolioRange } from '@plimsoll/contract/codes/portfolio';
import { DAY_MS } from '@plimsoll/rules';
import { HOUR_MS } from './keep-up.ts';

const MINUTE_MS = 60_000;

const LENGTHS: Readonly<Record<Exclude<PortfolioRange, 'all'>, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};
/** From one point to the next; a longer curve has longer ones. */
const STEPS_MS: readonly number[] = [
  MINUTE_MS,
  15 * MINUTE_MS,
  2 * HOUR_MS,
  12 * HOUR_MS,
  4 * DAY_MS,
  20 * DAY_MS,
  100 * DAY_MS,
];
const POINTS = 100;

/** When a range begins. `firstMs` is the member's first journal, `sinceMs` what was asked for. */
export function beginningOf(
  range: PortfolioRange,
  { nowMs, firstMs, sinceMs }: { nowMs: number; firstMs: number | undefined; sinceMs: number | undefined },
): number {
  const beginsMs = range === 'all' ? Math.min(firstMs ?? nowMs, nowMs - HOUR_MS) : nowMs - LENGTHS[range];
  return Math.min(nowMs, Math.max(beginsMs, sinceMs ?? 0));
}

/** The points of a curve: its beginning, whole steps of the clock, and now. Long ones are on the hour, but for now. */
export function momentsOf(fromMs: number, nowMs: number): readonly number[] {
  const stepMs = STEPS_MS.find((each) => (nowMs - fromMs) / each <= POINTS) ?? (nowMs - fromMs) / POINTS;
  const firstMs = stepMs < HOUR_MS ? fromMs : Math.floor(fromMs / HOUR_MS) * HOUR_MS;
  const wholeMs = Math.max(stepMs, Math.floor(stepMs / HOUR_MS) * HOUR_MS || stepMs);
  const moments = [firstMs];
  for (let atMs = Math.floor(firstMs / wholeMs + 1) * wholeMs; atMs < nowMs; atMs += wholeMs) moments.push(atMs);
  return firstMs < nowMs ? [...moments, nowMs] : moments;
}

/** The ends of a curve alone. */
export const endsOf = (fromMs: number, nowMs: number): readonly number[] =>
  fromMs < nowMs ? [fromMs, nowMs] : [nowMs];
