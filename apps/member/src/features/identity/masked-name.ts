/** Stands for all of a word but its first letter, however long it is. */
const REST = '***';

/** A name as it may be seen over a shoulder: of each word its first letter as its reader counts letters. */
export function maskedName(name: string): string {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}${REST}`)
    .join(' ');
}
