const PLACES = 5;
const NUMBERED = /^I-?0*(\d+)$/i;

/** An application's number as operators say it: `I-100012`. */
export const identityNumber = (id: number): string => `I-${String(id).padStart(PLACES, '0')}`;

/** What is searched for: a number in that form becomes the plain id, anything else is a member. */
export const readNumber = (typed: string): string => NUMBERED.exec(typed.trim())?.[1] ?? typed;
