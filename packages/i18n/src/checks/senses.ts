import type { LanguageCode } from '../languages.ts';
import type { Finding } from './finding.ts';
import { isMembers } from './finding.ts';
import { widthOf } from './width.ts';

/** Longer texts are sentences. */
const MAX_LABEL = 24;
/** From this many languages on, English has one text for two things. */
export const MIN_LANGUAGES = 8;

type Messages = ReadonlyMap<string, string>;

/**
 * English labels that many languages translate in two ways: two things that should have two texts. `translated` has the
 * messages of each language. Which forms a language has (a noun, a verb) is for the glossary's exceptions to say.
 */
export function sensesCheck(english: Messages, translated: ReadonlyMap<LanguageCode, Messages>): Finding[] {
  const keysOf = new Map<string, string[]>();
  for (const [key, text] of english) {
    if (!isMembers(key) || widthOf(text) > MAX_LABEL) continue;
    keysOf.set(text, [...(keysOf.get(text) ?? []), key]);
  }
  return [...keysOf].flatMap(([text, keys]) => {
    if (keys.length < 2) return [];
    const differing = [...translated].filter(
      ([, own]) =>
        new Set(keys.map((key) => own.get(key)?.toLowerCase()).filter((each) => each !== undefined)).size > 1,
    );
    if (differing.length < MIN_LANGUAGES) return [];
    return [
      {
        subject: text,
        text: `is two texts in ${differing.length} languages: ${groups(
          keys,
          differing.map(([, own]) => own),
        ).join(' | ')}`,
      },
    ];
  });
}

/** Keys that all languages translate alike, together. */
function groups(keys: readonly string[], languages: readonly Messages[]): string[] {
  const together = new Map<string, string[]>();
  for (const key of keys) {
    const alike = languages.map((own) => own.get(key)?.toLowerCase()).join('\n');
    together.set(alike, [...(together.get(alike) ?? []), key]);
  }
  return [...together.values()].map((each) => each.join(', '));
}
