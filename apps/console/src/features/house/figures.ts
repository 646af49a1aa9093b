import type { CoinReport, Overview } from '@plimsoll/contract/operator';
import { amount, format, sum } from '@plimsoll/money';

/** True when an exact decimal is nothing, however it is written. */
export const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal);

/** What all of the house's own accounts of a coin hold together, the world beyond left out. */
export const housesOf = ({ house }: Pick<CoinReport, 'house'>): string =>
  format(
    sum(
      Object.entries(house)
        .filter(([name]) => name !== 'outside')
        .map(([, held]) => amount(held)),
    ),
  );

/** Coins in the order they are looked at: those that do not add up first, the rest as they come. */
export const firstCoins = (list: readonly CoinReport[]): readonly CoinReport[] =>
  [...list].sort((a, b) => Number(isZero(a.difference)) - Number(isZero(b.difference)));

/**
 * How many percent of `whole` a part is, to the hundredth and rounded down; 0 of nothing. For drawing, never for
 * reckoning.
 */
export function percentOf(part: string, whole: string): number {
  const of = amount(whole);
  return of <= 0n ? 0 : Number((amount(part) * 10_000n) / of) / 100;
}

type FeedMarket = Overview['feed']['markets'][number];

/** Markets in the order they are looked at: old prices first, then those that had bad ones today. */
export const firstMarkets = (markets: readonly FeedMarket[]): readonly FeedMarket[] =>
  [...markets].sort((a, b) => Number(a.fresh) - Number(b.fresh) || b.quarantined - a.quarantined);

/** How old a tick is in seconds, with one place, by the server's own clock. */
export const ageSeconds = (lastTick: string, now: string): string => {
  const tenths = Math.max(0, Math.round((Date.parse(now) - Date.parse(lastTick)) / 100));
  return `${Math.trunc(tenths / 10)}.${tenths % 10}`;
};
