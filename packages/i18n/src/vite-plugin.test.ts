import { expect, test } from 'vitest';
import { readMessages, writtenLanguages } from './catalogue.ts';
import { SLICES } from './english.ts';
import { LANGUAGES } from './languages.ts';
import { messagesPlugin } from './vite-plugin.ts';

type Load = (this: { addWatchFile: (file: string) => void; emitFile: (file: { fileName: string; source: string }) => void }, id: string) => string | undefined;
type Tree = Record<string, Record<string, Record<string, unknown>>>;

/** What a plugin makes of a module, with the files it watches and writes. */
function loaded(command: 'build' | 'serve', id: string, face?: 'console') {
  const { configResolved, load } = messagesPlugin(face);
  (configResolved as (config: { command: string }) => void)({ command });
  const watched: string[] = [];
  const written = new Map<string, string>();
  const context = { addWatchFile: (file: string) => watched.push(file), emitFile: (file: { fileName: string; source: string }) => written.set(file.fileName, file.source) };
  return { code: (load as unknown as Load).call(context, `\0virtual:plimsoll/messages${id}`) ?? '', watched, written };
}
const exported = (code: string): Tree => JSON.parse(/^export default (.*);$/m.exec(code)?.[1] ?? '') as Tree;
const built = (language: string) => loaded('build', `/${language}`);
/** The words of a later slice, found by the way that the language's chunk has to it. */
function later(language: string, slice: string): Tree {
  const { code, written } = built(language);
  const way = /^export const later = \(slice\) => import\(\/\* @vite-ignore \*\/ `\.\/(.*)`\);$/m.exec(code)?.[1] ?? '';
  return exported(written.get(`assets/${way.replace('${slice}', slice)}`) ?? '');
}

test('each written language is a chunk of its own, and no other is', () => {
  const { code } = loaded('build', '');
  for (const language of ['en', 'ar', 'zh-cn']) expect(code).toContain(`"${language}": () => import("virtual:plimsoll/messages/${language}")`);
  for (const [, language] of code.matchAll(/"([\w-]+)": \(\)/g)) expect(writtenLanguages()).toContain(language);
});

test('the first view is given its own words and no others', () => {
  expect(Object.keys(exported(built('en').code))).toEqual(SLICES.first);
});

test('every later slice is a file of its own, where the language looks for it', () => {
  expect(built('ar').written.size).toBe(SLICES.later.length);
  for (const slice of SLICES.later) expect(Object.keys(later('ar', slice))).not.toEqual([]);
});

test('a slice more adds nothing to a first visit', () => {
  for (const slice of [...SLICES.later, ...SLICES.console, ...SLICES.server]) {
    expect(loaded('build', '').code).not.toContain(slice);
    expect(built('en').code.replace(/^export default .*$/m, '')).not.toContain(slice);
    expect(exported(built('en').code)).not.toHaveProperty(slice);
  }
});

test('the console is given what it says and what its kit says, at once, and a member none of the console', () => {
  const { code, written } = loaded('build', '/en', 'console');
  expect(Object.keys(exported(code))).toEqual(['app', ...SLICES.console]);
  expect(written.size).toBe(0);
  expect([...built('en').written.keys()].join()).not.toContain('console');
});

test('a browser is not given what only the server says', () => {
  const files = [...built('en').written.keys()].join('\n');
  for (const slice of SLICES.server) expect(files).not.toContain(`.${slice}-`);
});

test('a name changes with the words behind it, and with no others', () => {
  const names = (language: string) => [...built(language).written.keys()].map((name) => name.replace(`words-${language}.`, ''));
  expect(names('en')).toEqual(names('en'));
  expect(names('ar')).not.toEqual(names('en'));
});

test('messages arrive compiled, in the language asked for', () => {
  expect(later('en', 'spot')['submit']?.['buy']).toEqual(['Buy ', ['coin']]);
  expect(later('ar', 'spot')['form']?.['buy']).toBe(readMessages('ar').get('spot.form.buy'));
});

test('the console offers the languages that it has words in, the member app all', () => {
  const offered = (face?: 'console') => [...loaded('build', '', face).code.matchAll(/"([\w-]+)": \(\)/g)].map(([, language]) => language);
  expect(offered()).toEqual(LANGUAGES.map(({ code }) => code));
  expect(offered('console')).toEqual(writtenLanguages('console'));
});

test('while developing nothing is written, and a later slice is a module', () => {
  const { code, written } = loaded('serve', '/en');
  expect(written.size).toBe(0);
  expect(code).toContain('`/@id/__x00__virtual:plimsoll/messages/en/${slice}`');
  expect(exported(loaded('serve', '/en/spot').code)).toEqual(later('en', 'spot'));
});

test('a change of a file is noticed while developing', () => {
  const { watched } = loaded('serve', '/ar');
  expect(watched.some((file) => file.endsWith('ar/spot.json'))).toBe(true);
  expect(watched.some((file) => file.endsWith('en/spot.json'))).toBe(true);
});

test('other modules are left alone', () => {
  expect(loaded('build', '-of-others/en').code).toBe('');
});
