/** True of an object of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Reads JSON with its numbers as the text they were written in, so that no decimal becomes a float. */
export function exactJson(text: string): unknown {
  const asWritten: Reviver = (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? source : value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the third argument is newer than its types
  return JSON.parse(text, asWritten as (name: string, value: unknown) => unknown);
}

/** JSON in which what cannot be seen, or changes the direction of text, is escaped. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{C}\u2028\u2029]/gu, (hidden) =>
    Array.from({ length: hidden.length }, (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
