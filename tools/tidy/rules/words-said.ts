import { isCode, isTest, type Finding, type Rule } from '../house.ts';

const ENGLISH = /^packages\/i18n\/locales\/en\/([\w-]+)\.json$/;
/** Rooms that say words. */
const SPEAKERS = /^(?:apps|packages)\//;
/** A text between quotes. */
const QUOTED = /'([\w.-]+)'/g;
/** One between backticks, which may have gaps. */
const TEMPLATE = /`([^`\n]*)`/g;
/** The names of an object's properties: a list of keys may be written so. */
const PROPERTY = /(?<=[{,]\s*|^\s*(?:readonly )?)([A-Za-z_][\w]*)(?=\??[:,]| \}|,?$)/gm;

type Tree = { readonly [key: string]: string | Tree };
const leavesOf = (tree: Tree, path: readonly string[] = []): string[][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...path, key]] : leavesOf(value, [...path, key]),
  );

interface Spoken {
  /** Texts that stand in code as they are. */
  readonly whole: ReadonlySet<string>;
  /** Texts with gaps, each gap for any one key or more. */
  readonly gapped: readonly RegExp[];
}

const GAP = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function spokenIn(texts: readonly string[]): Spoken {
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
const isSaid = (path: readonly string[], { whole, gapped }: Spoken): boolean =>
  path.some((_, at) => {
    const rest = path.slice(at).join('.');
    return whole.has(rest) || gapped.some((each) => each.test(rest));
  });

/** No message is kept that nothing says. */
export const wordsSaid: Rule = (files) => {
  const spoken = spokenIn(
    files.filter((file) => SPEAKERS.test(file.path) && isCode(file) && !isTest(file)).map(({ text }) => text),
  );
  return files.flatMap(({ path, text }): Finding[] => {
    const slice = ENGLISH.exec(path)?.[1];
    if (slice === undefined) return [];
    return leavesOf(JSON.parse(text) as Tree)
      .filter((keys) => !isSaid([slice, ...keys], spoken))
      .map((keys) => ({ path, line: 1, sentence: `nothing says ${slice}.${keys.join('.')}.` }));
  });
};
