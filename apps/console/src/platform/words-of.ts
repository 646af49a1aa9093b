/** A translator of any namespace. */
interface Words {
  (key: never, values?: never): string;
  has(key: never): boolean;
}

/** Words for a computed key; undefined where the catalogue has none. */
export function wordsOf(t: Words, key: string, values?: object): string | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `has` decides whether it is a key
  const [known, given] = [key as never, values as never];
  return t.has(known) ? t(known, given) : undefined;
}
