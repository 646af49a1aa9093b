import { isCode, isTest, type Finding, type Rule } from '../house.ts';

const ENGLISH = /^packages\/i18n\/locales\/en\/([\w-]+)\.json$/;
/** Rooms that say words. */
const USERS = /^(?:apps|packages)\//;
/** A text between quotes. */
const QUOTED = /'([\w.-]+)'/g;
/** One between backticks, which may have gaps. */
const TEMPLATE = /`([^`\n]*)`/g;
/** The names of an object's properties: a list of keys may be written so. */
const PROPERTY = /(?<=[{,]\s*|^\s*(?:readonly )?)([A-Za-z_][\w]*)(?=\??[:,]| \}|,?$)/gm;

const leavesOf = (tree: unknown, path: readonly string[] = []): string[][] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([key, value]) => leavesOf(value, [...path, key]))
    : [[...path]];

interface Mentioned {
  /** Texts that stand in code as they are. */
  readonly whole: ReadonlySet<string>;
  /** Texts with gaps, each gap for any one key or more. */
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
      // A gap alone says anything; such a key is held by its type.
      const isKey = parts.every((part) => /^[\w.-]*$/.test(part)) && parts.some((part) => part !== '' && part !== '.');
      if (isKey) gapped.set(template, new RegExp(`^${parts.map(escaped).join('[\\w-]+(?:\\.[\\w-]+)*')}$`));
    }
    for (const [, name = ''] of text.matchAll(PROPERTY)) whole.add(name);
  }
  return { whole, gapped: [...gapped.values()] };
}

/** Whether code may say a key: it, or what remains of it below the branch that is spoken in, stands there. */
const isUsed = (path: readonly string[], { whole, gapped }: Mentioned): boolean =>
  path.some((_, at) => {
    const rest = path.slice(at).join('.');
    return whole.has(rest) || gapped.some((each) => each.test(rest));
  });

/** No message is kept that nothing says. */
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
