/** Fresh for five seconds (RULES 2), and one more because movement is noted once a second. */
export const OLD_AFTER_MS = 6000;
/** Movement is noted at most so often: the age need not follow every tick. */
export const NOTE_EVERY_MS = 1000;
