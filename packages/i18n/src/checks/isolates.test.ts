import { expect, test } from 'vitest';
import type { LanguageCode } from '../languages.ts';
import { isolatesCheck } from './isolates.ts';

const glossary = { terms: {}, sameAsEnglish: [] };
const found = (language: LanguageCode, text: string): number =>
  isolatesCheck({
    language,
    own: new Map([['app.text', text]]),
    english: new Map(),
    glossary,
    englishGlossary: glossary,
  }).length;

test('an isolate is closed, and not closed twice', () => {
  expect(found('ar', 'إلى \u2068{name}\u2069')).toBe(0);
  expect(found('ar', 'إلى \u2068{name}')).toBe(1);
  expect(found('ar', 'إلى {name}\u2069')).toBe(1);
});

test('a name beside another name is isolated', () => {
  expect(found('fa', 'با {browser} {system}')).toBe(1);
  expect(found('fa', 'با \u2068{browser}\u2069 \u2068{system}\u2069')).toBe(0);
  expect(found('fa', 'با {browser} در تهران')).toBe(0);
});

test('languages written from the left need none', () => {
  expect(found('de', 'mit {browser} {system}')).toBe(0);
});
