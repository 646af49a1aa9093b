import { isCode, isTest, type Finding, type Rule } from '../house.ts';

const ENGLISH = /^packages\/i18n\/locales\/en\/([\w-]+)\.json$/;
/** Code that uses words. */
const USERS = /^(?:apps|packages)\//;
/** A quoted text. */
const QUOTED = /'([\w.-]+)'/g;
/** A template, possibly with gaps. */
const TEMPLATE = /`([^`\n]*)`/g;
/** Property names: a list of keys may be written so. */
const PROPERTY = /(?<=[{,]\s*|^\s*(?:readonly )?)([A-Za-z_][\w]*)(?=\??[:,]| \}|,?$)/gm;

const leavesOf = (tree: unknown, path: readonly string[] = []): string[][] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([key, value]) => leavesOf(value, [...path, key]))
    : [[...path]];

interface Mentioned {
  /** Literal texts. */
  readonly whole: ReadonlySet<string>;
  /** Texts with gaps, each for one key or more. */
  readonly gapped: readonly RegExp[];
}

const GAP = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function mentionedIn(texts: readonly string[]): Mentioned {
  const whole = new Set<string>();
  const gapped = new Map<string, RegExp>();
  for (const text of texts) {
    for (const [, plain = ''] of text.matchAll(QUOTED)) whole.add(plain);
    for (const [, template = ''] of text.matchAll(TEMPLATE)) {
      const parts = template.split(GAP);
      // A gap alone matches anything; such keys are checked by types.
      const isKey = parts.every((part) => /^[\w.-]*$/.test(part)) && parts.some((part) => part !== '' && part !== '.');
      if (isKey) gapped.set(template, new RegExp(`^${parts.map(escaped).join('[\\w-]+(?:\\.[\\w-]+)*')}$`));
    }
    for (const [, name = ''] of text.matchAll(PROPERTY)) whole.add(name);
  }
  return { whole, gapped: [...gapped.values()] };
}

/** Whether code may use a key: it occurs, or its rest below the namespace does. */
const isUsed = (path: readonly string[], { whole, gapped }: Mentioned): boolean =>
  path.some((_, at) => {
    const rest = path.slice(at).join('.');
    return whole.has(rest) || gapped.some((each) => each.test(rest));
  });

/** Every message is used. */
export const wordsUsed: Rule = (files) => {
  const mentioned = mentionedIn(
    files.filter((file) => USERS.test(file.path) && isCode(file) && !isTest(file)).map(({ text }) => text),
  );
  return files.flatMap(({ path, text }): Finding[] => {
    const slice = ENGLISH.exec(path)?.[1];
    if (slice === undefined) return [];
    return leavesOf(JSON.parse(text))
      .filter((keys) => !isUsed([slice, ...keys], mentioned))
      .map((keys) => ({ path, line: 1, sentence: `nothing uses ${slice}.${keys.join('.')}.` }));
  });
};
