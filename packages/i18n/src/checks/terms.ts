import type { Finding, Words } from './finding.ts';
import { isMembers } from './finding.ts';
import { sentencesOf } from './plain.ts';
import { hasStem } from './stems.ts';

/** The terms that a glossary lacks, has too many of, or has no word for; in English, words of two terms. */
export function glossaryCheck({ language, own, english, glossary, englishGlossary }: Words): Finding[] {
  const terms = Object.keys(englishGlossary.terms);
  const inEnglish = language === 'en' ? [...english].filter(([key]) => isMembers(key)).map(([, text]) => text) : [];
  return [
    ...terms
      .filter((term) => (glossary.terms[term] ?? []).length === 0)
      .map((term) => ({ subject: term, text: `no word for ${quoted(englishGlossary.terms[term])}` })),
    ...[...Object.keys(glossary.terms), ...Object.keys(glossary.stems ?? {})]
      .filter((term) => !terms.includes(term))
      .map((term) => ({ subject: term, text: 'is no term of the English glossary' })),
    ...(language === 'en' ? wordsOfTwo(englishGlossary) : []),
    ...(language === 'en' ? terms : [])
      .filter((term) => !inEnglish.some((text) => hasTerm(text, term, englishGlossary)))
      .map((term) => ({ subject: term, text: 'is in no English text' })),
    ...wrongLabels({ language, own, english, glossary, englishGlossary }),
  ];
}

/** Words that two terms have: a label could be either. */
function wordsOfTwo({ terms }: Words['englishGlossary']): Finding[] {
  const owners = new Map<string, string>();
  return Object.entries(terms).flatMap(([term, words]) =>
    words.flatMap((word) => {
      const other = owners.get(word.toLowerCase());
      owners.set(word.toLowerCase(), term);
      return other === undefined ? [] : [{ subject: term, text: `“${word}” is a word of “${other}” too` }];
    }),
  );
}

/** Texts that are only a term, and do not have the glossary's words. */
function wrongLabels({ language, own, english, glossary, englishGlossary }: Words): Finding[] {
  if (language === 'en') return [];
  const termOf = new Map(
    Object.entries(englishGlossary.terms).flatMap(([term, words]) => words.map((word) => [word.toLowerCase(), term])),
  );
  return [...english].flatMap(([key, source]) => {
    const term = isMembers(key) ? termOf.get(source.toLowerCase()) : undefined;
    const words = term === undefined ? undefined : glossary.terms[term];
    const text = own.get(key);
    if (!words || words.length === 0 || text === undefined) return [];
    if (words.some((word) => word.toLowerCase() === text.toLowerCase())) return [];
    return [{ subject: key, text: `“${source}” is “${text}”, in the glossary ${quoted(words)}` }];
  });
}

/** Sentences without the stem of a term that their English has, or with a wrong one; and words that are never right. */
export function stemsCheck({ language, own, english, glossary, englishGlossary }: Words): Finding[] {
  const stems = language === 'en' ? [] : Object.entries(glossary.stems ?? {});
  const never = Object.entries(glossary.never ?? {});
  return [...own].flatMap(([key, message]) => {
    if (!isMembers(key)) return [];
    const source = sentencesOf(english.get(key) ?? '').join(' ');
    const text = sentencesOf(message).join(' ');
    const has = (stem: string) => hasStem(text, stem, language);
    return [
      ...stems
        .filter(([term]) => hasTerm(source, term, englishGlossary))
        .flatMap(([term, { require = [], forbid = [] }]) => [
          ...(require.length > 0 && !require.some(has)
            ? [{ subject: key, text: `“${text}” has none of ${quoted(require)} for “${term}” in “${source}”` }]
            : []),
          ...forbid
            .filter(has)
            .map((stem) => ({ subject: key, text: `“${text}” says “${stem}” for “${term}” in “${source}”` })),
        ]),
      ...never
        .filter(([stem]) => has(stem))
        .map(([stem, reason]) => ({ subject: key, text: `“${text}” has “${stem}”: ${reason}` })),
    ];
  });
}

const quoted = (words: readonly string[] = []) => words.map((word) => `“${word}”`).join(', ');

/** Whether an English text has a term: one of its words or their plurals, or what its stems say. */
const hasTerm = (text: string, term: string, { terms, stems }: Words['englishGlossary']): boolean =>
  (stems?.[term]?.require ?? (terms[term] ?? []).flatMap((word) => [word, `${word}s`])).some((stem) =>
    hasStem(text, stem, 'en'),
  );
