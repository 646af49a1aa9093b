import type { Fields } from './route.ts';

export type FieldsFault = 'malformed_body' | 'repeated_parameter';
export type ParsedFields = { readonly fields: Fields } | { readonly fault: FieldsFault };

/** No fields yet; without a prototype, so that `constructor` is not found. */
export const noFields = (): Record<string, unknown> => Object.create(null);

const NONE: ParsedFields = { fields: noFields() };
const MALFORMED: ParsedFields = { fault: 'malformed_body' };
const REPEATED: ParsedFields = { fault: 'repeated_parameter' };
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undoes percent-encoding; undefined when malformed or not UTF-8. */
function unescapePart(part: string): string | undefined {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

const hasBracket = (name: string): boolean => name.includes('[') || name.includes(']');

/** Reads `a=1&b=2`. A name given twice or with brackets is `repeated_parameter` (docs/wire/conventions.md). */
export function parseForm(text: string): ParsedFields {
  if (text === '') return NONE;
  const fields = noFields();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const middle = pair.indexOf('=');
    const name = unescapePart(middle < 0 ? pair : pair.slice(0, middle));
    const value = middle < 0 ? '' : unescapePart(pair.slice(middle + 1));
    if (name === undefined || value === undefined) return MALFORMED;
    if (hasBracket(name) || name in fields) return REPEATED;
    fields[name] = value;
  }
  return { fields };
}

/** Names written in the outermost object of valid JSON, repeated ones each time. */
function namesWritten(json: string): number {
  let depth = 0;
  let names = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') {
      for (at += 1; json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === ':' && depth === 1) names += 1;
  }
  return names;
}

/** Reads a JSON object; anything else is `malformed_body`. An empty text is no fields. */
export function parseJson(text: string): ParsedFields {
  if (text.trim() === '') return NONE;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return MALFORMED;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return MALFORMED;
  const names = Object.keys(value);
  // JSON.parse silently keeps the last of a repeated name.
  if (names.some(hasBracket) || names.length !== namesWritten(text)) return REPEATED;
  const fields = noFields();
  const given: [string, unknown][] = Object.entries(value);
  for (const [name, each] of given) fields[name] = each;
  return { fields };
}
