import type { CoinReport, Overview } from '@plimsoll/contract/operator';
import { amount, format, sum } from '@plimsoll/money';

/** True for zero in any notation. */
export const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal);

/** The sum of a coin's house accounts, without `outside`. */
export const housesOf = ({ house }: Pick<CoinReport, 'house'>): string =>
  format(
    sum(
      Object.entries(house)
        .filter(([name]) => name !== 'outside')
        .map(([, held]) => amount(held)),
    ),
  );

/** Coins that do not add up first. */
export const firstCoins = (list: readonly CoinReport[]): readonly CoinReport[] =>
  [...list].sort((a, b) => Number(isZero(a.difference)) - Number(isZero(b.difference)));

/** Percent of `whole`, to the hundredth, rounded down; 0 when `whole` is zero. For drawing only. */
export function percentOf(part: string, whole: string): number {
  const of = amount(whole);
  return of <= 0n ? 0 : Number((amount(part) * 10_000n) / of) / 100;
}

type FeedMarket = Overview['feed']['markets'][number];

/** Stale markets first, then those with quarantined ticks. */
export const firstMarkets = (markets: readonly FeedMarket[]): readonly FeedMarket[] =>
  [...markets].sort((a, b) => Number(a.fresh) - Number(b.fresh) || b.quarantined - a.quarantined);

/** Age of a tick in seconds, to one place, by the server's clock. */
export const ageSeconds = (lastTick: string, now: string): string => {
  const tenths = Math.max(0, Math.round((Date.parse(now) - Date.parse(lastTick)) / 100));
  return `${Math.trunc(tenths / 10)}.${tenths % 10}`;
};
