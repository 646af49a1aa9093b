import type { Messages } from 'use-intl';
import type { LaterSlice } from './english.ts';
import type { Language, LanguageCode } from './languages.ts';

/** Words as they were loaded. */
export interface LoadedMessages {
  /** For `IntlProvider`. */
  readonly messages: Messages;
  /** Whose words they are: gives the document its `lang` and `dir`, which must fit the words and not the wish. */
  readonly language: Language;
}

/** The language that is spoken, with the words of every slice that came so far. */
export interface Spoken extends LoadedMessages {
  /** What was chosen, and is sent as `Lang`; the words may be English where it has none. */
  readonly code: LanguageCode;
}

interface SpeechParts {
  readonly load: (code: LanguageCode, slices: readonly LaterSlice[]) => Promise<LoadedMessages>;
  /** What is drawn with; null until a language is spoken, and nothing is drawn before. */
  readonly spoken: { readonly get: () => Spoken | null; readonly set: (next: Spoken) => void };
}

/**
 * Speaks one language at a time, and all of it: whatever slice is in use has its words, in the language spoken, before
 * it is drawn.
 */
export class Speech {
  readonly #parts: SpeechParts;
  /** Slices that a screen ever asked for: its code stays, so that it may be drawn again without asking. */
  readonly #inUse = new Set<LaterSlice>();

  constructor(parts: SpeechParts) {
    this.#parts = parts;
  }

  /**
   * Loads a language's words of all slices in use and speaks it from then on. Rejects when any cannot be had, and the
   * old one stays.
   */
  async speak(code: LanguageCode): Promise<void> {
    const { load, spoken } = this.#parts;
    for (;;) {
      const slices = [...this.#inUse];
      const loaded = await load(code, slices);
      // A screen that came meanwhile needs its words in this language as well.
      if (this.#inUse.size === slices.length) return spoken.set({ ...loaded, code });
    }
  }

  /** Brings the words of slices in whatever language is spoken when they arrive. Rejects when they cannot be had. */
  async bring(slices: readonly LaterSlice[]): Promise<void> {
    const { load, spoken } = this.#parts;
    for (const slice of slices) this.#inUse.add(slice);
    for (;;) {
      const before = spoken.get();
      const missing = slices.filter((slice) => before && !(slice in before.messages));
      // Before anything is spoken they come with the first language, being in use.
      if (!before || missing.length === 0) return;
      const { messages } = await load(before.code, missing);
      const now = spoken.get();
      if (now?.code === before.code) spoken.set({ ...now, messages: { ...messages, ...now.messages } });
    }
  }
}
