/** Milliseconds of a day, which is 24 hours whatever the calendar does (RULES 6). */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Full days from one moment to another, both in epoch milliseconds; 0 while the second is before the first. */
export const fullDays = (fromMs: number, toMs: number): number => Math.max(0, Math.floor((toMs - fromMs) / DAY_MS));
