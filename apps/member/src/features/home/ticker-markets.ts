import type { MarketItem } from '@plimsoll/contract';

/** The markets of the ticker: the member's own list, filled up to a minimum with the site's first; all of the site's without one. */
export function tickerOf(
  markets: readonly MarketItem[],
  own: readonly number[],
  minimum: number,
): readonly MarketItem[] {
  const listed = own.flatMap((id) => markets.find((each) => each.id === id) ?? []);
  if (listed.length === 0) return markets;
  const others = markets.filter((each) => !own.includes(each.id));
  return [...listed, ...others.slice(0, Math.max(0, minimum - listed.length))];
}
