/** A market is fresh for five seconds (RULES 2); what moved is noted once a second, so the limit is a second more. */
export const OLD_AFTER_MS = 6000;
/** Movement is noted so often at most: drawing follows every tick, the clock of its age need not. */
export const NOTE_EVERY_MS = 1000;
