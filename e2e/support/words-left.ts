/** Whose candles are drawn: its licence asks for these words as they are. */
const ATTRIBUTION = 'TradingView Lightweight Charts™ © 2025 TradingView, Inc.';
/**
 * Words that stand in every language as they are: names of coins, of the house, of languages, of what a key is called.
 */
const LATIN = /\b(?:[A-Z]{2,5}|Plimsoll|VIP|UID|End|(?:TRC|ERC)20|WebP|[\w.-]+@[\w.-]+|\d+[KMB])\b/g;

/** Runs in the page: all its words, those too that only readers hear. */
export function allWords(): string {
  const named = [...document.querySelectorAll('[aria-label],[placeholder],[alt]')].flatMap((each) =>
    ['aria-label', 'placeholder', 'alt'].map((name) => each.getAttribute(name) ?? ''),
  );
  // Addresses are in no language.
  const addresses = [...document.querySelectorAll<HTMLElement>('.mono')].map((each) => each.innerText);
  return addresses.reduce(
    (rest, address) => rest.replaceAll(address, ''),
    [document.title, document.body.innerText, ...named].join('\n'),
  );
}

/**
 * Latin words among those of a page in another script, but for `names` that come from the site's catalogue or the
 * member.
 */
export const latinWords = (words: string, names: readonly string[]): readonly string[] =>
  [...names, ATTRIBUTION]
    .reduce((rest, name) => rest.replaceAll(name, ''), words.replaceAll(/https?:\/\/\S+|\S+\/\S*\?\S+/g, ''))
    .replaceAll(LATIN, '')
    .match(/[A-Za-z]{3,}/g) ?? [];
