/** Model and server do not agree. */
export class Disagreement extends Error {
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;

  constructor(what: string, expected: unknown, found: unknown) {
    super(`${what}: expected ${textOf(expected)}, found ${textOf(found)}`);
    this.what = what;
    this.expected = expected;
    this.found = found;
  }
}

const textOf = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));

/** @throws Disagreement unless both have the same text. */
export function mustAgree(what: string, expected: unknown, found: unknown): void {
  if (textOf(expected) !== textOf(found)) throw new Disagreement(what, expected, found);
}
