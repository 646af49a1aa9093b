import type { LanguageCode } from '@plimsoll/i18n';
import { createContext, use } from 'react';

/** How figures and times are written for this reader. */
export interface Reading {
  readonly language: LanguageCode;
  /** Digits of the language's own script instead of 0–9. */
  readonly nativeDigits: boolean;
}

/** Set once, around the app. */
export const ReadingContext = createContext<Reading>({ language: 'en', nativeDigits: false });
/** How to write a figure for the reader. */
export const useReading = (): Reading => use(ReadingContext);
