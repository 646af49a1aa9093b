/** Docstrings of a source: of declarations, and of fields in object literals. */
export interface Documented {
  /** By the name of the declared constant or interface. */
  readonly declarations: ReadonlyMap<string, string>;
  /** Fields of each object literal in order; empty without a docstring. */
  readonly objects: readonly ReadonlyMap<string, string>[];
}

const DECLARATION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:const|interface) (?:(\w+)|\{([^}]+)\})/g;
const OLD_REFERENCE = /\s*\((?:wire|spec|look)[^)]*\)/g;

/** A docstring as plain text, without stars, links and the mark `**+**`. */
function plain(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*(?!\*))? ?/, '').trim())
    .join(' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll('**+** ', '')
    .replaceAll(OLD_REFERENCE, '')
    .replaceAll(/\(rules (\d[\d, ]*)[^)]*\)/g, '(RULES $1)')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Skips a string or regular expression. @returns the index after it. */
function skipQuoted(text: string, start: number): number {
  const quote = text[start];
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (quote === '/' && char === '[') inClass = true;
    else if (quote === '/' && char === ']') inClass = false;
    else if (char === quote && !inClass) return at + 1;
  }
  return text.length;
}

const KEY = /(\w+)\??\s*(?=[:,}\n;])/y;
const BEFORE_EXPRESSION = /[(,=:[!&|?{};]\s*$/;

/** Object literals of a source, with their fields' comments. */
function objectsIn(text: string): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  const open: (Map<string, string> | undefined)[] = [];
  let comment = '';
  let mayBeKey = false;
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at);
      if (text.startsWith('/**', at)) comment = plain(text.slice(at + 3, end));
      at = end + 2;
    } else if (text.startsWith('//', at)) {
      at = text.indexOf('\n', at);
    } else if (
      '\'"`'.includes(char) ||
      (char === '/' && BEFORE_EXPRESSION.test(text.slice(Math.max(0, at - 20), at)))
    ) {
      at = skipQuoted(text, at);
      mayBeKey = false;
    } else if (char === '{') {
      const own = new Map<string, string>();
      found.push(own);
      open.push(own);
      mayBeKey = true;
      comment = '';
      at += 1;
    } else if (char === '(' || char === '[') {
      open.push(undefined);
      mayBeKey = false;
      at += 1;
    } else if (')]}'.includes(char)) {
      open.pop();
      mayBeKey = false;
      at += 1;
    } else if (char === ',' || char === ';') {
      mayBeKey = true;
      at += 1;
    } else if (mayBeKey && /\w/.test(char)) {
      KEY.lastIndex = at;
      const key = KEY.exec(text)?.[1];
      if (key !== undefined) open.at(-1)?.set(key, comment);
      comment = '';
      mayBeKey = false;
      at += Math.max(1, /^\w+/.exec(text.slice(at))?.[0].length ?? 1);
    } else at += 1;
  }
  return found;
}

const CONSTANT = /export const ([A-Z][A-Z_]+) = (\d[\d_]*);/g;

/** Numbers that a source names. */
export const constantsIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value.replaceAll('_', ' ')]));

/** Reads the docstrings of a source; those of `used`, which it takes objects from, fill in missing ones. */
export function documentedIn(text: string, used: readonly string[] = []): Documented {
  const declarations = new Map<string, string>();
  for (const [, comment = '', one, several = ''] of text.matchAll(DECLARATION)) {
    const names = one === undefined ? several.split(',').map((each) => (each.split(':')[1] ?? each).trim()) : [one];
    for (const name of names) declarations.set(name, plain(comment));
  }
  return { declarations, objects: [text, ...used].flatMap(objectsIn).filter((each) => each.size > 0) };
}

/**
 * Docstrings of an object's fields. Literals are matched by their fields, larger ones first, so that extended objects
 * are found.
 */
export function fieldWords({ objects }: Documented, fields: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(fields);
  const parts = objects
    .filter((each) => [...each.keys()].every((key) => known.has(key)))
    .toSorted((a, b) => b.size - a.size);
  return new Map(
    fields.map((field) => [
      field,
      parts.map((each) => each.get(field)).find((words) => words !== undefined && words !== '') ?? '',
    ]),
  );
}
