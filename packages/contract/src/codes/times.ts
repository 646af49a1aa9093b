/** Times of the rules that texts name: a module of its own, since the first view needs one of them. */

/** Hours that a market's change, high, low and volume reach back. */
export const MARKET_DAY_HOURS = 24;
/** Hours that looser limits of options wait; also the shortest break (RULES 4.9). */
export const LIMITS_WAIT_HOURS = 24;
/** Days that a member's history in the console reaches back. */
export const HISTORY_DAYS = 30;
/** Hours after which a second factor makes an operator established (RULES 8.7). */
export const ESTABLISHED_AFTER_HOURS = 24;
/** Hours in which the proposer may not have created, reset or promoted who approves (RULES 8.7). */
export const RELATED_HOURS = 72;
