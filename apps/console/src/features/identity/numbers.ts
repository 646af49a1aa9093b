const PLACES = 5;
const NUMBERED = /^I-?0*(\d+)$/i;

/** `I-100012` */
export const identityNumber = (id: number): string => `I-${String(id).padStart(PLACES, '0')}`;

/** A search: a number in that form becomes the id, anything else is a username. */
export const readNumber = (typed: string): string => NUMBERED.exec(typed.trim())?.[1] ?? typed;
