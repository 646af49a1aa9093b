import { PLACES, type Amount, type Price, type Rate } from './decimal.ts';

const ONE = 10n ** BigInt(PLACES);

/** What can be had at a price, in base. */
interface Offer {
  readonly price: Price;
  readonly size: Amount;
}

/** What was taken of one offer. */
export interface Take {
  readonly price: Price;
  readonly quantity: Amount;
}

/** A market on the way from one coin to another: its base is sold into the bids, or bought from the asks. */
export interface WalkedLeg {
  readonly sells: boolean;
  /** What the market is held to be worth. */
  readonly mark: Price;
  /** Best first. */
  readonly offers: readonly Offer[];
}

/** A value that nothing was rounded in. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

/** What an amount comes to over one market. */
export interface Walked {
  /** Down to a whole number of units of the coin received. */
  readonly received: Amount;
  /** Received per unit given, before rounding. */
  readonly ratio: Ratio;
  readonly takes: readonly Take[];
}

/** Takes from the best offer on; undefined when they do not suffice. Offers of a buy are paid for with `given`. */
function take(given: Amount, { sells, offers }: WalkedLeg): Take[] | undefined {
  const takes: Take[] = [];
  // In base of a sell; of a buy in units of quote times price.
  let rest: bigint = sells ? given : given * ONE;
  for (const { price, size } of offers) {
    const costs = sells ? 1n : (price as bigint);
    const all = rest >= size * costs;
    const quantity = all ? size : ((rest / costs) as Amount);
    if (quantity > 0n) takes.push({ price, quantity });
    rest -= quantity * costs;
    if (!all || rest === 0n) return takes;
  }
  return undefined;
}

/** What one unit comes to at a price, before rounding. */
const ratioAt = (sells: boolean, price: Price): Ratio =>
  sells ? { over: price, under: ONE } : { over: ONE, under: price };

/** The mark less the spread: what no walk is better than (RULES 5). */
const boundOf = ({ sells, mark }: WalkedLeg, spread: Rate): Ratio =>
  sells ? { over: mark * (ONE - spread), under: ONE * ONE } : { over: ONE - spread, under: mark };

const lesser = (a: Ratio, b: Ratio): Ratio => (a.over * b.under <= b.over * a.under ? a : b);

/**
 * What one unit comes to for the smallest amount: at the best offer, and never more than the mark less `spread`.
 * Undefined without an offer.
 */
export function bestRatio(leg: WalkedLeg, spread: Rate): Ratio | undefined {
  const [best] = leg.offers;
  return best && lesser(ratioAt(leg.sells, best.price), boundOf(leg, spread));
}

/**
 * What `given` comes to over one market (RULES 5): what its offers give for that size, and never more than the mark
 * less `spread`, rounded down to `unit` of the coin received. Undefined when the offers do not suffice.
 */
export function walkLeg(given: Amount, leg: WalkedLeg, spread: Rate, unit: Amount): Walked | undefined {
  const takes = take(given, leg);
  if (!takes) return undefined;
  const { sells } = leg;
  const gets = takes.reduce((sum, { price, quantity }) => sum + (sells ? price * quantity : quantity * ONE), 0n);
  const walked: Ratio = { over: gets, under: given * ONE };
  const ratio = lesser(walked, boundOf(leg, spread));
  return { received: (((given * ratio.over) / (ratio.under * unit)) * unit) as Amount, ratio, takes };
}

/** One ratio after another. */
export const chained = (ratios: readonly Ratio[]): Ratio =>
  ratios.reduce((all, { over, under }) => ({ over: all.over * over, under: all.under * under }), {
    over: 1n,
    under: 1n,
  });

/** The least amount, a whole number of `unit`, that comes to `received` at a ratio. */
export const neededAt = (received: Amount, { over, under }: Ratio, unit: Amount): Amount =>
  (((received * under + over * unit - 1n) / (over * unit)) * unit) as Amount;
