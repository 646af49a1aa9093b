import { LANGUAGES } from '@plimsoll/i18n';
import type { FieldSpec } from './field-spec.ts';

/** The field for a text's language, or all. */
export const readersField = (words: { readonly label: string; readonly all: string }): FieldSpec => ({
  name: 'lang',
  label: words.label,
  kind: 'choice',
  isOptional: 'empty',
  none: words.all,
  options: LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
});

/** A language's own name; its code if unknown. */
export const languageName = (code: string): string => LANGUAGES.find((each) => each.code === code)?.name ?? code;
