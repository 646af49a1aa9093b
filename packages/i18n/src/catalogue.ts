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

/** Who an app is for. Members read every language, operators those with console words. */
export type Audience = 'member' | 'console';
/** The slice that every app of an audience uses. */
const SHELL_OF: Readonly<Record<Audience, string>> = { member: 'app', console: 'console' };

/** Languages with words for an audience. */
export const writtenLanguages = (audience: Audience = 'member'): LanguageCode[] =>
  LANGUAGES.map((each) => each.code).filter((code) => sliceFiles(code).has(SHELL_OF[audience]));

/** All messages of a language as `slice.key`. Throws when a file is not JSON or holds anything but texts. */
export function readMessages(language: LanguageCode): Map<string, string> {
  const messages = new Map<string, string>();
  for (const [slice, file] of sliceFiles(language)) {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isTree(content)) throw new TypeError(`${file} is not an object`);
    flatten(content, slice, messages);
  }
  return messages;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function flatten(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    const path = `${prefix}.${key}`;
    if (typeof value === 'string') into.set(path, value);
    else if (isTree(value)) flatten(value, path, into);
    else throw new TypeError(`${path} is not a text`);
  }
}
