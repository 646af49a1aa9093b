/** How long a member has been at it, as kept for the visit. */
export interface SessionClock {
  /** Time spent with the options screen in view. */
  readonly spentMs: number;
  readonly seenAtMs: number;
  /** Minutes at which the last reminder was given; 0 before any. */
  readonly remindedAtMin: number;
}

/** The screen looks at its clock so often. */
export const SESSION_TICK_MS = 1000;
/** A silence up to here was spent on the screen: timers run late, and a page may be loaded anew. */
const SEAMLESS_MS = 5000;
/** Whoever was away for so long begins anew. */
const REST_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

export const freshSession = (nowMs: number): SessionClock => ({ spentMs: 0, seenAtMs: nowMs, remindedAtMin: 0 });

/** The clock after another look at it while the screen is in view. */
export function seen(clock: SessionClock, nowMs: number): SessionClock {
  const passedMs = nowMs - clock.seenAtMs;
  if (passedMs < 0 || passedMs >= REST_MS) return freshSession(nowMs);
  return { ...clock, spentMs: clock.spentMs + (passedMs <= SEAMLESS_MS ? passedMs : 0), seenAtMs: nowMs };
}

export const minutesSpent = (clock: SessionClock): number => Math.floor(clock.spentMs / MINUTE_MS);

/** Whether to remind now: each time that so many more minutes were spent. Null: never. */
export const isReminderDue = (clock: SessionClock, everyMin: number | null): boolean =>
  everyMin !== null && minutesSpent(clock) >= clock.remindedAtMin + everyMin;

export const reminded = (clock: SessionClock): SessionClock => ({ ...clock, remindedAtMin: minutesSpent(clock) });
