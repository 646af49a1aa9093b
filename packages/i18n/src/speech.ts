import type { Messages } from 'use-intl';
import type { LaterSlice } from './english.ts';
import type { Language, LanguageCode } from './languages.ts';

/** Loaded words. */
export interface LoadedMessages {
  /** For `IntlProvider`. */
  readonly messages: Messages;
  /** The language of the words, for the document's `lang` and `dir`; it may differ from the chosen one. */
  readonly language: Language;
}

/** The current language with the words of all slices loaded so far. */
export interface Spoken extends LoadedMessages {
  /** The chosen language, sent as `Lang`; the words are English where it has none. */
  readonly code: LanguageCode;
}

interface SpeechParts {
  readonly load: (code: LanguageCode, slices: readonly LaterSlice[]) => Promise<LoadedMessages>;
  /** What screens render with; null, and nothing rendered, until a language is loaded. */
  readonly spoken: { readonly get: () => Spoken | null; readonly set: (next: Spoken) => void };
}

/** Keeps the words of every slice in use in one language, the current one; screens wait for theirs. */
export class Speech {
  readonly #parts: SpeechParts;
  /** Slices that a screen has asked for. Its code stays loaded, so it may render again without asking. */
  readonly #inUse = new Set<LaterSlice>();

  constructor(parts: SpeechParts) {
    this.#parts = parts;
  }

  /**
   * Loads a language's words of all slices in use and switches to it. Rejects, and keeps the former language, when any
   * are unavailable.
   */
  async speak(code: LanguageCode): Promise<void> {
    const { load, spoken } = this.#parts;
    for (;;) {
      const slices = [...this.#inUse];
      const loaded = await load(code, slices);
      // A screen added meanwhile needs its words in this language too.
      if (this.#inUse.size === slices.length) return spoken.set({ ...loaded, code });
    }
  }

  /** Loads the words of slices in the language that is current when they arrive. Rejects when they are unavailable. */
  async bring(slices: readonly LaterSlice[]): Promise<void> {
    const { load, spoken } = this.#parts;
    for (const slice of slices) this.#inUse.add(slice);
    for (;;) {
      const before = spoken.get();
      const missing = slices.filter((slice) => before && !(slice in before.messages));
      // Before the first language they are loaded with it, being in use.
      if (!before || missing.length === 0) return;
      const { messages } = await load(before.code, missing);
      const now = spoken.get();
      if (now?.code === before.code) spoken.set({ ...now, messages: { ...messages, ...now.messages } });
    }
  }
}
