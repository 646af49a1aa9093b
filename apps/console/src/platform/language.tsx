import { chooseLanguage, readLanguageCode, type LanguageCode } from '@plimsoll/i18n';
import { loadMessages, WRITTEN_LANGUAGES } from '@plimsoll/i18n/messages';
import type { LoadedMessages } from '@plimsoll/i18n/speech';
import { ReadingContext } from '@plimsoll/ui';
import type { I18nProvider } from 'ra-core';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { createTranslator, IntlProvider } from 'use-intl';
import { recall, remember } from './storage.ts';
import { wordsOf } from './words-of.ts';

/** Languages of the console. */
export const CONSOLE_LANGUAGES = WRITTEN_LANGUAGES;

/** The language chosen here or in the member app, else the browser's. */
export const firstLanguage = (): LanguageCode => {
  const wanted = chooseLanguage(recall('language'), navigator.languages, WRITTEN_LANGUAGES);
  return WRITTEN_LANGUAGES.includes(wanted) ? wanted : 'en';
};

/** Loads a language and sets the document's language and direction. Rejects when its words are unavailable. */
export async function loadLanguage(code: LanguageCode): Promise<LoadedMessages> {
  const loaded = await loadMessages(code, []);
  const root = document.documentElement;
  root.lang = loaded.language.tag;
  root.dir = loaded.language.dir;
  // For the `Lang` header.
  root.dataset['lang'] = loaded.language.code;
  remember('dirOf', loaded.language.code);
  return loaded;
}

/** Messages of ra-core that are not shown. */
const HIDDEN_MESSAGES: ReadonlySet<string> = new Set(['ra.auth.auth_check_error']);
const KEY = /^[\w-]+(?:\.[\w-]+)+$/;
/** ra-core's keys are in the console's slice below `ra`. */
const keyOf = (key: string): string => (key.startsWith('ra.') ? `console.${key}` : key);

function translatorOf({ language, messages }: LoadedMessages): I18nProvider['translate'] {
  const t = createTranslator({ locale: language.tag, messages });
  return (key, options: { readonly _?: string } = {}) => {
    if (HIDDEN_MESSAGES.has(key)) return '';
    const own = keyOf(key);
    // The server's message is translated already.
    return (KEY.test(own) ? wordsOf(t, own, options) : undefined) ?? options._ ?? key;
  };
}

const ChooseContext = createContext<(code: LanguageCode) => Promise<void>>(() => Promise.resolve());
/** Changes the language. Rejects and keeps the old one when its words are unavailable. */
export const useChooseLanguage = () => use(ChooseContext);

/** Provides the words; `children` receives ra-core's translator. */
export function LanguageProvider({
  first,
  children,
}: {
  readonly first: LoadedMessages;
  readonly children: (i18n: I18nProvider) => ReactNode;
}) {
  const [spoken, setSpoken] = useState(first);
  const choose = useMemo(
    () => async (code: LanguageCode) => {
      setSpoken(await loadLanguage(code));
      remember('language', code);
    },
    [],
  );
  const i18n = useMemo(
    (): I18nProvider => ({
      translate: translatorOf(spoken),
      changeLocale: (locale) => choose(readLanguageCode(locale) ?? 'en'),
      getLocale: () => spoken.language.code,
    }),
    [spoken, choose],
  );
  const reading = useMemo(() => ({ language: spoken.language.code, nativeDigits: false }), [spoken]);
  return (
    <IntlProvider locale={spoken.language.tag} messages={spoken.messages}>
      <ReadingContext value={reading}>
        <ChooseContext value={choose}>{children(i18n)}</ChooseContext>
      </ReadingContext>
    </IntlProvider>
  );
}
