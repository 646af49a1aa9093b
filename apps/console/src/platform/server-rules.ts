/** Figures of the server's rules that the console's texts name. */

/** Days that a member's history reaches back. */
export const HISTORY_DAYS = 30;
/** Hours after which a second factor makes an operator established (RULES 8.7). */
export const ESTABLISHED_AFTER_HOURS = 24;
/** Hours in which the proposer may not have created, reset or promoted who approves (RULES 8.7). */
export const RELATED_HOURS = 72;
/** Hours that withdrawals wait after a password, address or factor was changed (RULES 8.2). */
export const WITHDRAWALS_WAIT_HOURS = 24;
