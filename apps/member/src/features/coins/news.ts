const isWordLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(character);

/** Whether a text has one of these names, in any case; as a word of its own in scripts that divide words. */
export function mentions(text: string, names: readonly string[]): boolean {
  const letters = text.toLowerCase();
  return names.some((each) => {
    const name = each.toLowerCase();
    for (let at = letters.indexOf(name); at >= 0; at = letters.indexOf(name, at + 1)) {
      const isCut = isWordLetter(letters[at - 1]) || isWordLetter(letters[at + name.length]);
      if (!isCut || !isWordLetter(name[0])) return true;
    }
    return false;
  });
}
