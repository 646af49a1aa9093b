import { amount, notional, price, type Amount } from '@plimsoll/money';
import { SMALL_BELOW } from './small-trades.ts';

/** The calls that move a member's money by a form of theirs; each is sent after {@link judged}. */
export const LOOKED_CALLS = [
  'upbbbuy',
  'exchangeCoin',
  'transfer',
  'buyMiningMachine',
  'submitStaking',
  'balanceTransfer',
  'withdraw',
] as const;
export type LookedCall = (typeof LOOKED_CALLS)[number];

/** Trades stay the member's, and can be turned back: small ones may go without a look. Nothing else does. */
const IS_TRADE: Readonly<Record<LookedCall, boolean>> = {
  upbbbuy: true,
  exchangeCoin: true,
  transfer: true,
  buyMiningMachine: false,
  submitStaking: false,
  balanceTransfer: false,
  withdraw: false,
};

/** Prices further away than this are unusual, in percent. */
export const FAR_ABOVE = 5;
/** From this share of a balance on it is all of it, in percent. */
const ALL_FROM = 95n;
/** Below this worth, in USDT, a whole balance is nothing unusual. */
const ALL_COUNTS_FROM = amount('1000');
const LARGE_FROM = amount(SMALL_BELOW);
/** More would not be read. */
export const MAX_REMARKS = 2;

/** What is about to be sent. */
export interface Deal {
  /** What leaves, in `coin`. */
  readonly leaves: Amount;
  /** The balance that it leaves; undefined while unknown. */
  readonly available: Amount | undefined;
  readonly coin: string;
  /** In USDT; undefined while unknown. */
  readonly worth: Amount | undefined;
  /** How far its price is from the best one, of {@link farOf}. */
  readonly far?: string | undefined;
  /** Days of 24 hours until it can be taken out again; undefined where that is at any time. */
  readonly lockedDays?: number | undefined;
}

/** What is to be known of it before it is sent. */
export type Remark =
  | { readonly kind: 'far'; readonly percent: string }
  | { readonly kind: 'all'; readonly leaves: Amount; readonly available: Amount; readonly coin: string }
  | { readonly kind: 'locked'; readonly days: number };

export interface Judgement {
  /** False for what is sent at once. */
  readonly isNeeded: boolean;
  /** Large or unusual: confirmed by a slide; else by a button. */
  readonly isSlid: boolean;
  /** Unusual: the way back is the first button. */
  readonly isOdd: boolean;
  /** The gravest first, two at most. */
  readonly remarks: readonly Remark[];
}

/** What an amount of a coin is worth in USDT, at `each`; undefined for another coin of unknown price. */
export function worthOf(of: Amount, coin: string, each: string | null = null): Amount | undefined {
  if (coin === 'USDT') return of;
  return each === null ? undefined : notional(price(each), of, 'down');
}

/** How much `beyond` is of `best`, in percent with one place; undefined up to {@link FAR_ABOVE}. */
export function farOf(beyond: bigint, best: bigint): string | undefined {
  if (beyond * 100n <= best * BigInt(FAR_ABOVE)) return undefined;
  const tenths = (beyond * 1000n) / best;
  return `${tenths / 10n}.${tenths % 10n}`;
}

const isAll = ({ leaves, available, worth }: Deal): boolean =>
  available !== undefined && leaves * 100n >= available * ALL_FROM && (worth === undefined || worth >= ALL_COUNTS_FROM);

function remarksOn(deal: Deal): readonly Remark[] {
  const { far, leaves, available, coin, lockedDays } = deal;
  const remarks: Remark[] = [];
  if (far !== undefined) remarks.push({ kind: 'far', percent: far });
  if (isAll(deal) && available !== undefined) remarks.push({ kind: 'all', leaves, available, coin });
  if (lockedDays !== undefined) remarks.push({ kind: 'locked', days: lockedDays });
  return remarks.slice(0, MAX_REMARKS);
}

/**
 * Whether the member looks once more before a call is sent, at what, and how it is confirmed. What leaves the member or
 * is locked is always looked at. A trade is unless it is small and usual and `skipsSmall`; one of unknown worth is not
 * small.
 */
export function judged(call: LookedCall, deal: Deal, skipsSmall: boolean): Judgement {
  const { worth, far } = deal;
  const isOdd = far !== undefined || isAll(deal);
  const isLarge = worth !== undefined && worth >= LARGE_FROM;
  const isSmall = worth !== undefined && !isLarge;
  return {
    isNeeded: !IS_TRADE[call] || !skipsSmall || isOdd || !isSmall,
    isSlid: isOdd || isLarge,
    isOdd,
    remarks: remarksOn(deal),
  };
}
