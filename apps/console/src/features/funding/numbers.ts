const PLACES = 5;
const NUMBERED = /^[DW]-?0*(\d+)$/i;

/** A deposit's number as operators say it: `D-00012`. */
export const depositNumber = (id: number): string => `D-${String(id).padStart(PLACES, '0')}`;
/** A withdrawal's: `W-00418`. */
export const withdrawalNumber = (id: number): string => `W-${String(id).padStart(PLACES, '0')}`;

/** What is searched for: a number in either form becomes the plain id, anything else is a member. */
export const readNumber = (typed: string): string => NUMBERED.exec(typed.trim())?.[1] ?? typed;
