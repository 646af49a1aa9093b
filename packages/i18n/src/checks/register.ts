import type { Finding, Words } from './finding.ts';
import { isMembers } from './finding.ts';
import { sentencesOf } from './plain.ts';
import { hasStem } from './stems.ts';

/** Texts that address the reader in the other register of the language, and languages that do not say theirs. */
export function registerCheck({ language, own, glossary }: Words): Finding[] {
  const { register } = glossary;
  if (!register) return [{ subject: language, text: 'the glossary does not say how readers are addressed' }];
  return [...own]
    .filter(([key]) => isMembers(key))
    .flatMap(([key, message]) =>
      register.forbid
        .filter((word) => sentencesOf(message).some((text) => hasStem(text, word, language)))
        .map((word) => ({ subject: key, text: `“${message}” says “${word}”; the language is ${register.address}` })),
    );
}
