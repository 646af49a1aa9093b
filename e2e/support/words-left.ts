/** The chart library's attribution, required unchanged by its licence. */
const ATTRIBUTION = 'TradingView Lightweight Charts™ © 2025 TradingView, Inc.';
/** Words that are the same in every language: coins, the product, keys. */
const LATIN =
  /\b(?:[A-Z]{2,5}|Plimsoll|VIP|UID|End|Enter|Esc|Ctrl|Shift|(?:TRC|ERC)20|WebP|[\w.-]+@[\w.-]+|\d+[KMB])\b/g;

/** Runs in the page: all its words, those for screen readers included. */
export function allWords(): string {
  const named = [...document.querySelectorAll('[aria-label],[placeholder],[alt]')].flatMap((each) =>
    ['aria-label', 'placeholder', 'alt'].map((name) => each.getAttribute(name) ?? ''),
  );
  // Addresses are not in any language.
  const addresses = [...document.querySelectorAll<HTMLElement>('.mono')]
    .map((each) => each.innerText)
    // Longer ones first: they may contain shorter ones.
    .toSorted((a, b) => b.length - a.length);
  return addresses.reduce(
    (rest, address) => rest.replaceAll(address, ''),
    [document.title, document.body.innerText, ...named].join('\n'),
  );
}

/** Latin words of a page in another script, except `names` from the site's catalogue or the member. */
export const latinWords = (words: string, names: readonly string[]): readonly string[] =>
  [...names, ATTRIBUTION]
    .reduce((rest, name) => rest.replaceAll(name, ''), words.replaceAll(/https?:\/\/\S+|\S+\/\S*\?\S+/g, ''))
    .replaceAll(LATIN, '')
    .match(/[A-Za-z]{3,}/g) ?? [];
