/** An exact decimal as text, with at most eight places. Never computed with as a `number`. */
export type Decimal = string;
/** The number of a thing. */
export type Id = number;
/** 1 is yes. */
export type Flag = 0 | 1;
/** ISO 8601, UTC, milliseconds. */
export type Time = string;
