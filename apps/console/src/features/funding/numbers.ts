const PLACES = 5;
const NUMBERED = /^[DW]-?0*(\d+)$/i;

/** `D-00012` */
export const depositNumber = (id: number): string => `D-${String(id).padStart(PLACES, '0')}`;
/** `W-00418` */
export const withdrawalNumber = (id: number): string => `W-${String(id).padStart(PLACES, '0')}`;

/** A search: a number in either form becomes the id, anything else is a username. */
export const readNumber = (typed: string): string => NUMBERED.exec(typed.trim())?.[1] ?? typed;
