/** Stands for the rest of a word, however long. */
const REST = '***';

/** A name with only the first letter of each word, counted as its readers count letters. */
export function maskedName(name: string): string {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}${REST}`)
    .join(' ');
}
