/** How long a member has been trading, kept for the visit. */
export interface SessionClock {
  readonly spentMs: number;
  readonly seenAtMs: number;
  /** Minutes at the last reminder; 0 before any. */
  readonly remindedAtMin: number;
}

export const SESSION_TICK_MS = 1000;
/** A gap up to here counts as time on the screen: timers run late, and pages are reloaded. */
const SEAMLESS_MS = 5000;
/** After this absence a new session begins. */
const REST_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

export const freshSession = (nowMs: number): SessionClock => ({ spentMs: 0, seenAtMs: nowMs, remindedAtMin: 0 });

/** The clock after another look while the screen is in view. */
export function seen(clock: SessionClock, nowMs: number): SessionClock {
  const passedMs = nowMs - clock.seenAtMs;
  if (passedMs < 0 || passedMs >= REST_MS) return freshSession(nowMs);
  return { ...clock, spentMs: clock.spentMs + (passedMs <= SEAMLESS_MS ? passedMs : 0), seenAtMs: nowMs };
}

export const minutesSpent = (clock: SessionClock): number => Math.floor(clock.spentMs / MINUTE_MS);

/** Whether a reminder is due: after each so many minutes. Null for never. */
export const isReminderDue = (clock: SessionClock, everyMin: number | null): boolean =>
  everyMin !== null && minutesSpent(clock) >= clock.remindedAtMin + everyMin;

export const reminded = (clock: SessionClock): SessionClock => ({ ...clock, remindedAtMin: minutesSpent(clock) });
