import { LANGUAGES } from '@plimsoll/i18n';
import type { FieldSpec } from './field-spec.ts';

/** For the readers of which language something is written: one of ours, by its own name, or every one. */
export const readersField = (words: { readonly label: string; readonly all: string }): FieldSpec => ({
  name: 'lang',
  label: words.label,
  kind: 'choice',
  isOptional: 'empty',
  none: words.all,
  options: LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
});

/** What readers call a language of ours; its code when there is none such. */
export const languageName = (code: string): string => LANGUAGES.find((each) => each.code === code)?.name ?? code;
