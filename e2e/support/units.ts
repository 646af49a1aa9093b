import type { Price } from '@plimsoll/money';

// Values that were computed in whole units of 10⁻⁸, as the kinds of packages/money.

/** A price of this many units. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand: every bigint is a price of so many units
export const priceOfUnits = (units: bigint): Price => units as Price;
