import type { LanguageCode } from '../languages.ts';
import type { Finding, Words } from './finding.ts';
import { isMembers } from './finding.ts';
import { sentencesWith } from './plain.ts';

const RIGHT_TO_LEFT: readonly LanguageCode[] = ['ar', 'fa', 'ur'];
/** Values that may begin or end with a Latin letter or a sign, and that no screen isolates by itself. */
const NAMES: readonly string[] = [
  'address',
  'browser',
  'system',
  'site',
  'network',
  'networks',
  'pair',
  'market',
  'device',
  'email',
  'link',
  'origin',
  'bank',
  'name',
  'title',
];
const START = '\u{2068}';
const END = '\u{2069}';
const ISOLATE = new RegExp(`[${START}\u{2066}\u{2067}][^${END}]*${END}`, 'gu');
/** Words of both directions on both sides: a name at an end, or alone, cannot be misplaced. */
const BETWEEN = (name: string) =>
  new RegExp(`\\p{Script=Arabic}[^\\p{L}]*\\[${name}\\][^\\p{L}]*(?:\\p{Script=Latin}|\\[)`, 'u');

/** In languages written from the right: isolates that do not close, and names beside other names without one. */
export function isolatesCheck({ language, own }: Words): Finding[] {
  if (!RIGHT_TO_LEFT.includes(language)) return [];
  return [...own]
    .filter(([key]) => isMembers(key))
    .flatMap(([key, message]) => {
      const sentences = sentencesWith(message, (name) => `[${name}]`);
      const wrong = new Set<string>();
      for (const text of sentences) {
        if (!isBalanced(text)) wrong.add('an isolate (U+2068, U+2069) that is not closed or not opened');
        const bare = text.replace(ISOLATE, '·');
        for (const name of NAMES) {
          if (BETWEEN(name).test(bare))
            wrong.add(`{${name}} beside another left-to-right part without U+2068 and U+2069`);
        }
      }
      return [...wrong].map((what) => ({ subject: key, text: `“${message}” has ${what}` }));
    });
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (/[\u{2066}-\u{2068}]/u.test(letter)) depth += 1;
    if (letter === END) depth -= 1;
    if (depth < 0 || depth > 1) return false;
  }
  return depth === 0;
}
