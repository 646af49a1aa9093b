import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type LanguageCode } from './languages.ts';

export const LOCALES_FOLDER = fileURLToPath(new URL('../locales/', import.meta.url));
const folderOf = (language: LanguageCode) => join(LOCALES_FOLDER, language);

/** The files of a language, by slice; empty when it has none. */
export function sliceFiles(language: LanguageCode): ReadonlyMap<string, string> {
  const folder = folderOf(language);
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : [];
  return new Map(names.map((name) => [name.slice(0, -'.json'.length), join(folder, name)]));
}

/** Who reads an app: members all languages, operators those that have the console's words. */
export type Face = 'member' | 'console';
/** The slice that every app of a face says. */
const SHELL_OF: Readonly<Record<Face, string>> = { member: 'app', console: 'console' };

/** Languages that a face has words in. */
export const writtenLanguages = (face: Face = 'member'): LanguageCode[] =>
  LANGUAGES.map((each) => each.code).filter((code) => sliceFiles(code).has(SHELL_OF[face]));

/** All of a language's messages as `slice.key`. Throws when a file is not JSON or holds anything but texts. */
export function readMessages(language: LanguageCode): Map<string, string> {
  const messages = new Map<string, string>();
  for (const [slice, file] of sliceFiles(language)) {
    flatten(JSON.parse(readFileSync(file, 'utf8')) as Tree, slice, messages);
  }
  return messages;
}

type Tree = Readonly<Record<string, unknown>>;

function flatten(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    const path = `${prefix}.${key}`;
    if (typeof value === 'string') into.set(path, value);
    else if (typeof value === 'object' && value !== null) flatten(value as Tree, path, into);
    else throw new TypeError(`${path} is not a text`);
  }
}
