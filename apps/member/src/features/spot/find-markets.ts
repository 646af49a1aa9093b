import type { MarketItem } from '@plimsoll/contract';

const letters = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Markets whose pair contains a text, with or without the slash. */
export const findMarkets = <M extends Pick<MarketItem, 'title'>>(markets: readonly M[], wanted: string): readonly M[] =>
  markets.filter((market) => letters(market.title).includes(letters(wanted)));
