import { expect, test } from 'vitest';
import { readMessages, writtenLanguages } from './catalogue.ts';
import { SLICES } from './english.ts';
import { LANGUAGES } from './languages.ts';
import { messagesPlugin } from './vite-plugin.ts';

type Load = (
  this: { addWatchFile: (file: string) => void; emitFile: (file: { fileName: string; source: string }) => void },
  id: string,
) => string | undefined;
type Tree = Record<string, Record<string, Record<string, unknown>>>;

/** The plugin's result for a module, with the files it watches and writes. */
function loaded(command: 'build' | 'serve', id: string, audience?: 'console') {
  const { configResolved, load } = messagesPlugin(audience);
  (configResolved as (config: { command: string }) => void)({ command });
  const watched: string[] = [];
  const written = new Map<string, string>();
  const context = {
    addWatchFile: (file: string) => watched.push(file),
    emitFile: (file: { fileName: string; source: string }) => written.set(file.fileName, file.source),
  };
  return { code: (load as unknown as Load).call(context, `\0virtual:plimsoll/messages${id}`) ?? '', watched, written };
}
const exported = (code: string): Tree => JSON.parse(/^export default (.*);$/m.exec(code)?.[1] ?? '') as Tree;
/** Every file that a member build writes, by the name it is loaded by, with the path that the app uses. */
const built = (() => {
  const { code, written } = loaded('build', '');
  const way = /import\(\/\* @vite-ignore \*\/ `\.\/(.*)`\);$/m.exec(code)?.[1] ?? '';
  return {
    code,
    written,
    words: (name: string) => exported(written.get(`assets/${way.replace('${name}', name)}`) ?? ''),
  };
})();

test('every language is written for its readers, and no other is', () => {
  expect(built.code).toContain(`export const codes = ${JSON.stringify(writtenLanguages())};`);
  expect(built.written.size).toBe(writtenLanguages().length * (1 + SLICES.later.length));
});

test('the first view is given its own words and no others', () => {
  expect(Object.keys(built.words('en'))).toEqual(SLICES.first);
});

test('every later slice is a file of its own, where the language looks for it', () => {
  for (const slice of SLICES.later) expect(Object.keys(built.words(`ar.${slice}`))).not.toEqual([]);
});

test('a slice more adds nothing to a first visit', () => {
  for (const slice of [...SLICES.later, ...SLICES.console, ...SLICES.server]) {
    expect(built.code).not.toContain(slice);
    expect(built.words('en')).not.toHaveProperty(slice);
  }
});

test('the console is given what it says and what its kit says, at once, and a member none of the console', () => {
  const { code, written } = loaded('build', '/en', 'console');
  expect(Object.keys(exported(code))).toEqual(['app', ...SLICES.console]);
  expect(written.size).toBe(0);
  expect([...built.written.keys()].join()).not.toContain('console');
});

test('a browser is not given what only the server says', () => {
  const files = [...built.written.keys()].join('\n');
  for (const slice of SLICES.server) expect(files).not.toContain(`.${slice}-`);
});

test('a build of the same words has the same names', () => {
  expect([...loaded('build', '').written.keys()]).toEqual([...built.written.keys()]);
});

test('messages arrive compiled, in the language asked for', () => {
  expect(built.words('en.spot')['submit']?.['buy']).toEqual(['Buy ', ['coin']]);
  expect(built.words('ar.spot')['form']?.['buy']).toBe(readMessages('ar').get('spot.form.buy'));
});

test('the console offers the languages that it has words in, the member app all', () => {
  const offered = (audience?: 'console') =>
    JSON.parse(/^export const codes = (.*);$/m.exec(loaded('build', '', audience).code)?.[1] ?? '') as unknown;
  expect(offered()).toEqual(LANGUAGES.map(({ code }) => code));
  expect(offered('console')).toEqual(writtenLanguages('console'));
});

test('while developing nothing is written, and a later slice is a module', () => {
  const { code, written } = loaded('serve', '');
  expect(written.size).toBe(0);
  expect(code).toContain("`/@id/__x00__virtual:plimsoll/messages/${name.replace('.', '/')}`");
  expect(exported(loaded('serve', '/en/spot').code)).toEqual(built.words('en.spot'));
  expect(exported(loaded('serve', '/en').code)).toEqual(built.words('en'));
});

test('a change of a file is noticed while developing', () => {
  const { watched } = loaded('serve', '/ar');
  expect(watched.some((file) => file.endsWith('ar/spot.json'))).toBe(true);
  expect(watched.some((file) => file.endsWith('en/spot.json'))).toBe(true);
});

test('other modules are left alone', () => {
  expect(loaded('build', '-of-others/en').code).toBe('');
});
