import { expect, test } from 'vitest';
import type { Words } from './finding.ts';
import { readSources, recorded, sourceHash, sourcesCheck, staleKeys } from './sources.ts';

const glossary = { terms: {}, sameAsEnglish: [] };
const words = (english: Record<string, string>, own: Record<string, string>): Words => ({
  language: 'de',
  english: new Map(Object.entries(english)),
  own: new Map(Object.entries(own)),
  glossary,
  englishGlossary: glossary,
});
const made = words({ 'app.a': 'Send', 'app.b': 'Sent' }, { 'app.a': 'Senden', 'app.b': 'Gesendet' });
const sources = recorded(made, new Map(), ['app.a', 'app.b']);

test('a hash is eight hexadecimal digits of SHA-256', () => {
  expect(sourceHash('Send')).toMatch(/^[0-9a-f]{8}$/);
  expect(sourceHash('')).toBe('e3b0c442');
});

test('a translation is stale from a change of its English until it is recorded', () => {
  expect(staleKeys(made, sources)).toEqual([]);
  const changed = words({ 'app.a': 'Send', 'app.b': 'Transfers' }, { 'app.a': 'Senden', 'app.b': 'Gesendet' });
  expect(staleKeys(changed, sources)).toEqual(['app.b']);
  expect(staleKeys(changed, recorded(changed, sources, ['app.b']))).toEqual([]);
});

test('a translation that nobody has recorded is stale', () => {
  expect(staleKeys(made, new Map([['app.a', sourceHash('Send')]]))).toEqual(['app.b']);
});

test('recording one key leaves others as they are and drops those that are gone', () => {
  const fewer = words({ 'app.a': 'Pay' }, { 'app.a': 'Senden' });
  expect([...recorded(fewer, sources, [])]).toEqual([['app.a', sourceHash('Send')]]);
  expect(sourcesCheck(() => sources)(fewer).map(({ subject }) => subject)).toEqual(['app.a', 'app.b']);
});

test('English has no source', () => {
  expect(sourcesCheck(() => new Map())({ ...made, language: 'en' })).toEqual([]);
});

test('the sources of a language are in its file', () => {
  expect(readSources('de').get('app.kit.close')).toMatch(/^[0-9a-f]{8}$/);
});
