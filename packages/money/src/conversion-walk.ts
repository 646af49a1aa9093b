import { amountOfUnits, PLACES, type Amount, type Price, type Rate } from './decimal.ts';

const ONE = 10n ** BigInt(PLACES);

interface Offer {
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
}

/** What was taken of one offer. */
export interface Take {
  readonly price: Price;
  readonly quantity: Amount;
}

/** A market between two coins: its base is sold into the bids, or bought from the asks. */
export interface WalkedLeg {
  readonly sells: boolean;
  readonly mark: Price;
  /** Best first. */
  readonly offers: readonly Offer[];
}

/** An unrounded value. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

/** What an amount converts to in one market. */
export interface Walked {
  /** Down to a whole number of units of the coin received. */
  readonly received: Amount;
  /** Received per unit given, before rounding. */
  readonly ratio: Ratio;
  readonly takes: readonly Take[];
}

/** Takes from the best offer on; undefined when the offers do not suffice. `given` pays for the offers of a buy. */
function take(given: Amount, { sells, offers }: WalkedLeg): Take[] | undefined {
  const takes: Take[] = [];
  // In base of a sell; of a buy in units of quote times price.
  let rest: bigint = sells ? given : given * ONE;
  for (const { price, size } of offers) {
    const costs = sells ? 1n : (price as bigint);
    const all = rest >= size * costs;
    const quantity = all ? size : amountOfUnits(rest / costs);
    if (quantity > 0n) takes.push({ price, quantity });
    rest -= quantity * costs;
    if (!all || rest === 0n) return takes;
  }
  return undefined;
}

const ratioAt = (sells: boolean, price: Price): Ratio =>
  sells ? { over: price, under: ONE } : { over: ONE, under: price };

/** The mark less the spread: the best that a walk may give (RULES 5). */
const boundOf = ({ sells, mark }: WalkedLeg, spread: Rate): Ratio =>
  sells ? { over: mark * (ONE - spread), under: ONE * ONE } : { over: ONE - spread, under: mark };

const lesser = (a: Ratio, b: Ratio): Ratio => (a.over * b.under <= b.over * a.under ? a : b);

/** The ratio for the smallest amount: of the best offer, at most the mark less `spread`; undefined without an offer. */
export function bestRatio(leg: WalkedLeg, spread: Rate): Ratio | undefined {
  const [best] = leg.offers;
  return best && lesser(ratioAt(leg.sells, best.price), boundOf(leg, spread));
}

/**
 * What `given` converts to in one market (RULES 5): what its offers give for that size, at most the mark less `spread`,
 * rounded down to `unit` of the coin received. Undefined when the offers do not suffice.
 */
export function walkLeg(given: Amount, leg: WalkedLeg, spread: Rate, unit: Amount): Walked | undefined {
  const takes = take(given, leg);
  if (!takes) return undefined;
  const { sells } = leg;
  const gets = takes.reduce((sum, { price, quantity }) => sum + (sells ? price * quantity : quantity * ONE), 0n);
  const walked: Ratio = { over: gets, under: given * ONE };
  const ratio = lesser(walked, boundOf(leg, spread));
  return { received: amountOfUnits(((given * ratio.over) / (ratio.under * unit)) * unit), ratio, takes };
}

/** The product of ratios. */
export const chained = (ratios: readonly Ratio[]): Ratio =>
  ratios.reduce((all, { over, under }) => ({ over: all.over * over, under: all.under * under }), {
    over: 1n,
    under: 1n,
  });

/** The smallest amount, a whole number of `unit`, that converts to `received` at a ratio. */
export const neededAt = (received: Amount, { over, under }: Ratio, unit: Amount): Amount =>
  amountOfUnits(((received * under + over * unit - 1n) / (over * unit)) * unit);
