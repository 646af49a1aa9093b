import type { MarketItem } from '@plimsoll/contract';
import type { LanguageCode } from '@plimsoll/i18n';
import { coinName, coinNames } from './coin-names.ts';

/** Letters that are typed for one another. */
const SAME: Readonly<Record<string, string>> = { ı: 'i', ς: 'σ', ي: 'ی', ى: 'ی', ك: 'ک', ہ: 'ه', ھ: 'ه' };

/** A text as it is compared: in small letters, without marks, spaces and the like. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[ıςيىكہھ]/gu, (letter) => SAME[letter] ?? letter);

/** A name that a text was found in, and how many of its characters the text is. */
export interface Hit {
  readonly name: string;
  readonly length: number;
}

/** The first characters of a name that are the text. */
function lengthOf(name: string, wanted: string): number {
  // oxlint-disable-next-line typescript/no-misused-spread -- it cuts between code points, as folding needs
  const characters = [...name];
  let length = 1;
  while (length < characters.length && folded(characters.slice(0, length).join('')).length < wanted.length) length += 1;
  return characters.slice(0, length).join('').length;
}

/** The name of a coin that a folded text begins, in whatever language; that of `language` before others. */
function hitOf(coin: string, wanted: string, language: LanguageCode): Hit | undefined {
  const names = coinNames(coin, language);
  const whole = names.find((each) => folded(each).startsWith(wanted));
  if (whole !== undefined) return { name: whole, length: lengthOf(whole, wanted) };
  const later = names.find((each) => each.split(/[\s\u200c]+/).some((word) => folded(word).startsWith(wanted)));
  return later === undefined ? undefined : { name: later, length: 0 };
}

export interface FoundMarket<M> {
  readonly market: M;
  /** The name of its base that was found. */
  readonly base: Hit | undefined;
  /** The name of its quote, where only that was found. */
  readonly quote: Hit | undefined;
}

/** From here on the quote's name is looked at too: one letter would bring every market. */
const QUOTE_FROM = 2;

/**
 * Markets whose pair contains a text, with or without the slash, or whose coins have a name that begins with it, in any
 * language; case and marks do not count. Those of the coin that was named come first, those quoted in it last.
 */
export function findMarkets<M extends Pick<MarketItem, 'title' | 'coinname' | 'trade_coin'>>(
  markets: readonly M[],
  text: string,
  language: LanguageCode,
): readonly FoundMarket<M>[] {
  const wanted = folded(text);
  const found = markets.flatMap((market): readonly (FoundMarket<M> & { readonly rank: number })[] => {
    const { title, coinname, trade_coin } = market;
    if (wanted === '') return [{ rank: 0, market, base: undefined, quote: undefined }];
    const base = hitOf(coinname, wanted, language);
    if (base || folded(coinname).startsWith(wanted)) return [{ rank: 0, market, base, quote: undefined }];
    if (folded(title).includes(wanted)) return [{ rank: 1, market, base, quote: undefined }];
    const quote = wanted.length < QUOTE_FROM ? undefined : hitOf(trade_coin, wanted, language);
    return quote ? [{ rank: 2, market, base, quote }] : [];
  });
  return found.toSorted((a, b) => a.rank - b.rank).map(({ market, base, quote }) => ({ market, base, quote }));
}

/** Coins that a text names, by symbol or by any name. */
export const findCoins = (coins: readonly string[], text: string, language: LanguageCode): readonly string[] => {
  const wanted = folded(text);
  return wanted === ''
    ? []
    : coins.filter((coin) => folded(coin).startsWith(wanted) || hitOf(coin, wanted, language) !== undefined);
};

/** The two names that stand under a pair: the one that was found, and that of the language where it is another. */
export const namesUnder = (coin: string, hit: Hit | undefined, language: LanguageCode): readonly string[] => {
  const own = coinName(coin, language);
  return hit && hit.name !== own ? [hit.name, own] : [own];
};
