/** A market is fresh for five seconds (RULES 2); movement is noted once a second, so the limit is a second more. */
export const OLD_AFTER_MS = 6000;
/** Movement is noted at most so often: the age need not follow every tick. */
export const NOTE_EVERY_MS = 1000;
