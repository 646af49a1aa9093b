import { chooseLanguage, hasNativeDigits, readLanguageCode, type Language, type LanguageCode } from '@plimsoll/i18n';
import { loadMessages, WRITTEN_LANGUAGES, type LoadedMessages } from '@plimsoll/i18n/messages';
import { createTranslator, type Messages } from 'use-intl';
import { createStore, useStore } from './store.ts';
import { recall, remember, setCookie } from './storage.ts';

interface Spoken extends LoadedMessages {
  /** What was chosen, and is sent as `Lang`; the words may be English where it has none. */
  readonly code: LanguageCode;
}

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

/** Loads the words of a language and speaks it from then on; keeps the old one and rejects when they cannot be had. */
export async function speak(code: LanguageCode): Promise<void> {
  const loaded = await loadMessages(code);
  dress(loaded.language);
  chosen.set(code);
  spoken.set({ ...loaded, code });
}

/** Speaks a language that was chosen by hand, and remembers it. */
export async function chooseByHand(code: LanguageCode): Promise<void> {
  await speak(code);
  remember('language', code);
  setCookie('language', code);
}

export function useSpoken(): Spoken {
  const now = useStore(spoken);
  if (!now) throw new Error('nothing is drawn before its words are there');
  return now;
}

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
export function say(key: 'connection.failed' | 'connection.timeout' | 'connection.lost' | 'connection.unknown' | 'connection.askAgain' | 'connection.offline'): string {
  const now = spoken.get();
  if (!now) return '';
  const t = createTranslator<Messages, 'app'>({ locale: now.language.tag, messages: now.messages, namespace: 'app' });
  return t(key);
}
