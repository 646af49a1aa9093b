import type { Amount, Price, Rate } from '@plimsoll/money';

// Values that were computed in whole units of 10⁻⁸, as the kinds of packages/money.

/** An amount of this many units. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand: every bigint is an amount of so many units
export const amountOfUnits = (units: bigint): Amount => units as Amount;

/** A price of this many units. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand: every bigint is a price of so many units
export const priceOfUnits = (units: bigint): Price => units as Price;

/** A rate of this many units. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand: every bigint is a rate of so many units
export const rateOfUnits = (units: bigint): Rate => units as Rate;
