import type { Answer } from '@plimsoll/contract';
import { settingsShape } from '@plimsoll/contract/site';
import { LANGUAGES } from '@plimsoll/i18n/languages';
import { hotContent, type HotContent } from '../../platform/http/index.ts';
import type { AllSettings } from './settings.ts';
import type { OfferedLanguage } from './site-content.ts';

/** Keeps the last content made, as long as what it was made of is the same object. */
export function madeOnce<Source extends object>(make: (source: Source) => unknown): (source: Source) => HotContent {
  let last: { source: Source; content: HotContent } | undefined;
  return (source) => {
    if (last?.source !== source) last = { source, content: hotContent(make(source)) };
    return last.content;
  };
}

/** The same for several sources that hold at once; a content is gone with what it was made of. */
export function madeForEach<Source extends object>(make: (source: Source) => unknown): (source: Source) => HotContent {
  const made = new WeakMap<Source, HotContent>();
  return (source) => {
    const content = made.get(source) ?? hotContent(make(source));
    made.set(source, content);
    return content;
  };
}

/** What getSetting shows: every flag of the contract, and none of the internal ones. */
export const settingsAnswer = (settings: AllSettings): Answer<'getSetting'> => settingsShape.parse(settings);

/** What readers call a language of ours. */
export const nameOfLanguage = (code: string): string => LANGUAGES.find((each) => each.code === code)?.name ?? code;

/** The languages offered, each by its own name. */
export const languagesAnswer = (offered: readonly OfferedLanguage[]): Answer<'getLangList'> =>
  offered.map(({ file_name, is_default }) => ({
    language_name: nameOfLanguage(file_name),
    file_name,
    is_default: is_default ? 1 : 0,
  }));
