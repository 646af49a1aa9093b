import type { Finding, Words } from './finding.ts';
import { isMembers, sliceOf } from './finding.ts';
import { widthOf } from './width.ts';

/** Longer English texts are sentences, which may be translated alike. */
const MAX_LABEL = 24;
/** Slices whose messages are never together on one screen. */
const NOT_A_SCREEN = /^(?:answers|mail|notice-words|problems|reasons|terms)$/;

/** Letters of a chart's legend, which some languages write as words. */
const SHORT = /Short$/;

/** Labels of one screen that differ in English and are one text in the language, so that no reader can distinguish them. */
export function collisionsCheck({ language, own, english }: Words): Finding[] {
  if (language === 'en') return [];
  const groups = new Map<string, string[]>();
  for (const [key, text] of own) {
    const source = english.get(key);
    if (
      !isMembers(key) ||
      source === undefined ||
      widthOf(source) > MAX_LABEL ||
      SHORT.test(key) ||
      NOT_A_SCREEN.test(sliceOf(key))
    )
      continue;
    for (const group of groupsOf(key)) {
      const place = `${group}: ${text.toLowerCase()}`;
      groups.set(place, [...(groups.get(place) ?? []), key]);
    }
  }
  return [...groups].flatMap(([place, keys]) => {
    const unlike = keys.filter((key, at) =>
      keys.some((other, place) => place !== at && isUnlike(english.get(key) ?? '', english.get(other) ?? '')),
    );
    if (unlike.length === 0) return [];
    const named = unlike.map((key) => `${key} “${english.get(key)}”`).join(', ');
    return [{ subject: place, text: `one text for ${named}` }];
  });
}

/** Labels of several slices in one row. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'portfolio ranges': ['chart.hours', 'chart.days', 'chart.weeks', 'chart.months', 'portfolio.years', 'portfolio.all'],
};

/** What it is on one screen with: a part of a slice (`spot.form`, `options.list`), and the rows that it is in. */
const groupsOf = (key: string): string[] => [
  key.split('.').slice(0, -1).join('.'),
  ...Object.keys(ROWS).filter((row) => ROWS[row]?.includes(key)),
];

/** Whether two English labels say different things: neither is the other with a word more, or in another form. */
function isUnlike(one: string, other: string): boolean {
  const [fewer, more] = [stemsOf(one), stemsOf(other)].sort((left, right) => left.length - right.length);
  return !fewer?.every((stem) => more?.includes(stem));
}

const stemsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(' ')
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?:ings?|ed|als?|es|s)$/, '')
        .replace(/e$/, ''),
    );
