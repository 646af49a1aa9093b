import { expect, test } from 'vitest';
import { readMessages } from './catalogue.ts';
import { messagesPlugin } from './vite-plugin.ts';

type Load = (this: { addWatchFile: (file: string) => void }, id: string) => string | undefined;
const watched: string[] = [];
const load = (id: string) => (messagesPlugin().load as Load).call({ addWatchFile: (file) => watched.push(file) }, `\0virtual:plimsoll/messages${id}`);
const tree = (code: string) => JSON.parse((load(`/${code}`) ?? '').replace('export default ', '').replace(/;$/, '')) as Record<string, Record<string, Record<string, unknown>>>;

test('each written language is a chunk of its own, and no other is', () => {
  const index = load('') ?? '';
  for (const code of ['en', 'ar', 'zh-cn']) expect(index).toContain(`"${code}": () => import("virtual:plimsoll/messages/${code}")`);
  expect(index).not.toContain('"fr"');
});

test('a browser is not given what only the server says', () => {
  expect(Object.keys(tree('en'))).toContain('spot');
  for (const slice of ['answers', 'mail', 'reasons']) expect(tree('en')).not.toHaveProperty(slice);
});

test('messages arrive compiled, in the language asked for', () => {
  expect(tree('en')['spot']?.['submit']?.['buy']).toEqual(['Buy ', ['coin']]);
  expect(tree('ar')['spot']?.['form']?.['buy']).toBe(readMessages('ar').get('spot.form.buy'));
});

test('a language without words of its own is given the English ones', () => {
  expect(tree('sv')).toEqual(tree('en'));
});

test('a change of a file is noticed while developing', () => {
  watched.length = 0;
  load('/ar');
  expect(watched.some((file) => file.endsWith('ar/spot.json'))).toBe(true);
  expect(watched.some((file) => file.endsWith('en/spot.json'))).toBe(true);
});

test('other modules are left alone', () => {
  expect((messagesPlugin().load as Load).call({ addWatchFile: () => undefined }, '/some/module.ts')).toBeUndefined();
});
