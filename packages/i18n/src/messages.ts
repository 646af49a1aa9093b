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

/** Languages with words of their own; the others are shown in English. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- vite-plugin.ts writes codes of LANGUAGES only
export const WRITTEN_LANGUAGES = codes as readonly LanguageCode[];

/**
 * Loads a language's words: one chunk for the first view and one for each of `slices`, cached; English for a language
 * without words. Rejects when a chunk is unavailable.
 */
export async function loadMessages(code: LanguageCode, slices: readonly LaterSlice[]): Promise<LoadedMessages> {
  const language = languageOf(WRITTEN_LANGUAGES.includes(code) ? code : DEFAULT_LANGUAGE);
  const [first, ...later] = await Promise.all([
    words(language.code),
    ...slices.map((slice) => words(`${language.code}.${slice}`)),
  ]);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compiled of the catalogue that types English
    messages: {
      ...first.default,
      ...Object.fromEntries(slices.map((slice, place) => [slice, later[place]?.default])),
    } as Messages,
    language,
  };
}
