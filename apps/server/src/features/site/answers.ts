import type { Answer } from '@plimsoll/contract';
import { settingsShape } from '@plimsoll/contract/site';
import { LANGUAGES } from '@plimsoll/i18n/languages';
import { hotContent, type HotContent } from '../../platform/http/index.ts';
import type { AllSettings } from './settings.ts';
import type { OfferedLanguage } from './site-content.ts';

/** Caches the content made of the last source object. */
export function cacheLast<Source extends object>(make: (source: Source) => unknown): (source: Source) => HotContent {
  let last: { source: Source; content: HotContent } | undefined;
  return (source) => {
    if (last?.source !== source) last = { source, content: hotContent(make(source)) };
    return last.content;
  };
}

/** Caches the content of each source object as long as that exists. */
export function cacheEach<Source extends object>(make: (source: Source) => unknown): (source: Source) => HotContent {
  const made = new WeakMap<Source, HotContent>();
  return (source) => {
    const content = made.get(source) ?? hotContent(make(source));
    made.set(source, content);
    return content;
  };
}

/** The answer of getSetting: all flags of the contract, no internal settings. */
export const settingsAnswer = (settings: AllSettings): Answer<'getSetting'> => settingsShape.parse(settings);

/** A language's own name. */
export const nameOfLanguage = (code: string): string => LANGUAGES.find((each) => each.code === code)?.name ?? code;

/** The offered languages, each by its own name. */
export const languagesAnswer = (offered: readonly OfferedLanguage[]): Answer<'getLangList'> =>
  offered.map(({ code, is_default }) => ({
    language_name: nameOfLanguage(code),
    file_name: code,
    is_default: is_default ? 1 : 0,
  }));
