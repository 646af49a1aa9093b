import type { Answer } from '@plimsoll/contract';
import { settingsShape } from '@plimsoll/contract/site';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@plimsoll/i18n/languages';
import { hotContent, type HotContent } from '../../platform/http/index.ts';
import type { AllSettings } from './settings.ts';

/** Keeps the last content made, as long as what it was made of is the same object. */
export function madeOnce<Source extends object>(make: (source: Source) => unknown): (source: Source) => HotContent {
  let last: { source: Source; content: HotContent } | undefined;
  return (source) => {
    if (last?.source !== source) last = { source, content: hotContent(make(source)) };
    return last.content;
  };
}

/** What getSetting shows: every flag of the contract, and none of the internal ones. */
export const settingsAnswer = (settings: AllSettings): Answer<'getSetting'> => settingsShape.parse(settings);

/** All 26 languages, each by its own name. */
export const languagesAnswer = (): Answer<'getLangList'> =>
  LANGUAGES.map(({ code, name }) => ({ language_name: name, file_name: code, is_default: code === DEFAULT_LANGUAGE ? 1 : 0 }));
