/**
 * Whole seconds until a moment, rounded up, never below zero: as the server counts (WIRE options.getHyOrderInfo,
 * `count_down`).
 */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));

/** Minutes and seconds, at least two digits each: `03:17`, `120:00`. */
export const minutesAndSeconds = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The first check after the expiry; settlement takes less than a second (RULES 4). */
const FIRST_LOOK_MS = 1000;
/** Later checks (PRODUCT 11). */
export const LOOK_EVERY_MS = 5000;

/** How soon, and how often, a line that is being drawn is asked for. */
export const LINE_LOOK_MS = 400;

/** When to ask for an option next: just after its expiry, then every five seconds. */
export function nextLookMs(dueAtMs: number, nowMs: number): number {
  const late = nowMs - (dueAtMs + FIRST_LOOK_MS);
  if (late < 0) return -late;
  return LOOK_EVERY_MS - (late % LOOK_EVERY_MS);
}
