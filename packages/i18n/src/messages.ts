import { codes, words } from 'virtual:plimsoll/messages';
import type { Messages } from 'use-intl';
import type { BrowserMessages, LaterSlice } from './english.ts';
import { DEFAULT_LANGUAGE, languageOf, type LanguageCode } from './languages.ts';
import type { LoadedMessages } from './speech.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: BrowserMessages;
  }
}

/** Languages that have words of their own; the others speak English. */
export const WRITTEN_LANGUAGES = codes as readonly LanguageCode[];

/**
 * Loads a language's words: those of the first view, a chunk, and those of `slices`, a chunk each; English for a
 * language that has none yet. What was loaded once is at hand. Rejects when a chunk cannot be had.
 */
export async function loadMessages(code: LanguageCode, slices: readonly LaterSlice[]): Promise<LoadedMessages> {
  const language = languageOf(WRITTEN_LANGUAGES.includes(code) ? code : DEFAULT_LANGUAGE);
  const [first, ...later] = await Promise.all([
    words(language.code),
    ...slices.map((slice) => words(`${language.code}.${slice}`)),
  ]);
  return {
    messages: {
      ...first.default,
      ...Object.fromEntries(slices.map((slice, place) => [slice, later[place]?.default])),
    } as Messages,
    language,
  };
}
