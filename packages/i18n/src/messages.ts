import loaders from 'virtual:plimsoll/messages';
import type { Messages } from 'use-intl';
import type { BrowserMessages } from './english.ts';
import { DEFAULT_LANGUAGE, languageOf, type Language, type LanguageCode } from './languages.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: BrowserMessages;
  }
}

/** Languages that have words of their own; the others speak English. */
export const WRITTEN_LANGUAGES = Object.keys(loaders) as LanguageCode[];

export interface LoadedMessages {
  /** For `IntlProvider`. */
  readonly messages: Messages;
  /** Whose words they are: gives the document its `lang` and `dir`, which must fit the words and not the wish. */
  readonly language: Language;
}

/** Loads a language's words, its own chunk; English for a language that has none yet. Rejects when the chunk cannot be had. */
export async function loadMessages(code: LanguageCode): Promise<LoadedMessages> {
  const language = languageOf(WRITTEN_LANGUAGES.includes(code) ? code : DEFAULT_LANGUAGE);
  const load = loaders[language.code];
  if (!load) throw new Error(`no words for ${language.code}`);
  return { messages: (await load()).default as Messages, language };
}
