import { parseAmount, ZERO } from '@plimsoll/money';

/** Whether a decimal of the wire is zero. */
export const isNothing = (decimal: string): boolean => (parseAmount(decimal) ?? ZERO) === ZERO;
