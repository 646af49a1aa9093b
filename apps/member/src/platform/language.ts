import { chooseLanguage, hasNativeDigits, readLanguageCode, type Language, type LanguageCode } from '@plimsoll/i18n';
import type { LaterSlice } from '@plimsoll/i18n/english';
import { loadMessages, WRITTEN_LANGUAGES } from '@plimsoll/i18n/messages';
import { Speech, type Spoken } from '@plimsoll/i18n/speech';
import { createTranslator, type Messages } from 'use-intl';
import { createStore, useStore } from './store.ts';
import { recall, remember, setCookie } from './storage.ts';

const chosen = createStore<LanguageCode>(chooseLanguage(recall('language'), navigator.languages, WRITTEN_LANGUAGES));
const spoken = createStore<Spoken | null>(null);
const nativeDigits = createStore(recall('digits') === 'native');

/** The language of requests. */
export const currentLanguage = (): LanguageCode => chosen.get();

function dress({ tag, dir, code }: Language): void {
  document.documentElement.lang = tag;
  document.documentElement.dir = dir;
  remember('dirOf', code);
}

const speech = new Speech({
  load: loadMessages,
  spoken: {
    get: spoken.get,
    set(next) {
      if (next.language !== spoken.get()?.language) dress(next.language);
      chosen.set(next.code);
      spoken.set(next);
    },
  },
});

/** Loads a language's words and switches to it; keeps the old one and rejects when they are unavailable. */
export const speak = (code: LanguageCode): Promise<void> => speech.speak(code);

/** Loads the words of slices for a screen; they stay loaded in every language chosen later. */
export const bringWords = (slices: readonly LaterSlice[]): Promise<void> => speech.bring(slices);

/** Switches to a language that was chosen by hand, and remembers it. */
export async function chooseByHand(code: LanguageCode): Promise<void> {
  await speak(code);
  remember('language', code);
  setCookie('language', code);
}

const drawnWith = (now: Spoken | null): Spoken => {
  if (!now) throw new Error('drawn too early');
  return now;
};
export const useSpoken = (): Spoken => drawnWith(useStore(spoken));
/** The same, outside of components. */
export const spokenNow = (): Spoken => drawnWith(spoken.get());

/** Native digits, where the language has any and the reader wants them. */
export function useNativeDigits(): { on: boolean; isChoice: boolean; set: (on: boolean) => void } {
  const { language } = useSpoken();
  const isWanted = useStore(nativeDigits);
  const isChoice = hasNativeDigits(language.code);
  return {
    on: isChoice && isWanted,
    isChoice,
    set(on) {
      remember('digits', on ? 'native' : 'latin');
      nativeDigits.set(on);
    },
  };
}

/** A code of getLangList as one of the app's. */
export const asLanguageCode = readLanguageCode;

/** Words of the shell outside of components, for toasts of the client. */
export function say(
  key:
    | 'connection.failed'
    | 'connection.timeout'
    | 'connection.lost'
    | 'connection.unknown'
    | 'connection.askAgain'
    | 'connection.offline',
): string {
  const now = spoken.get();
  if (!now) return '';
  const t = createTranslator<Messages, 'app'>({ locale: now.language.tag, messages: now.messages, namespace: 'app' });
  return t(key);
}
