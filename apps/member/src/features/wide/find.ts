/** A text without accents, marks and case, to be compared. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * How well a text answers what was typed: 0 begins with it, 1 has a word that does, 2 contains it; undefined for
 * none. A slash, a space and nothing between two coins are one.
 */
export function fitOf(text: string, typed: string): 0 | 1 | 2 | undefined {
  const wanted = plain(typed);
  const there = plain(text);
  if (wanted === '' || there.startsWith(wanted)) return 0;
  if (there.includes(` ${wanted}`)) return 1;
  return there.replaceAll(' ', '').includes(wanted.replaceAll(' ', '')) ? 2 : undefined;
}

/** The items that fit, the best first; equal ones keep their order. */
export function fitting<T>(items: readonly T[], typed: string, textsOf: (item: T) => readonly string[]): readonly T[] {
  const fits = (item: T): number => Math.min(...textsOf(item).map((text) => fitOf(text, typed) ?? Infinity));
  return items
    .map((item) => ({ item, fit: fits(item) }))
    .filter(({ fit }) => fit !== Infinity)
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ item }) => item);
}
