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

/** The language to ask the server in. */
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

/**
 * Loads a language's words for all that is on the screen or may come back to it, and speaks it; keeps the old one and
 * rejects when they cannot be had.
 */
export const speak = (code: LanguageCode): Promise<void> => speech.speak(code);

/**
 * Brings the words of slices, for a screen that says them; what was brought once stays, in every language spoken later.
 */
export const bringWords = (slices: readonly LaterSlice[]): Promise<void> => speech.bring(slices);

/** Speaks a language that was chosen by hand, and remembers it. */
export async function chooseByHand(code: LanguageCode): Promise<void> {
  await speak(code);
  remember('language', code);
  setCookie('language', code);
}

const drawnWith = (now: Spoken | null): Spoken => {
  if (!now) throw new Error('nothing is drawn before its words are there');
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

/** A code of getLangList as one of ours. */
export const asLanguageCode = readLanguageCode;

/** Says words of the shell outside of components, as toasts of the client are. */
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
