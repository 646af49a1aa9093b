import { expect, test } from 'vitest';
import type { LanguageCode } from '../languages.ts';
import { figuresCheck } from './figures.ts';

const glossary = { terms: {}, sameAsEnglish: [] };
const found = (text: string, language: LanguageCode = 'en'): number =>
  figuresCheck({
    language,
    own: new Map([['app.text', text]]),
    english: new Map(),
    glossary,
    englishGlossary: glossary,
  }).length;

test.each(['At most 8 MB', 'Wait 24 hours', 'Until 00:00', '١٢ ساعة'])('%j has a figure typed into it', (text) => {
  expect(found(text, 'ar')).toBe(1);
});

test.each(['TRC20', '{count} + {count}', '{n, plural, =0 {none} other {#}}'])('%j has none', (text) => {
  expect(found(text)).toBe(0);
});

test.each(['{days} days', '{count} open orders'])('%j counts outside a plural', (text) => {
  expect(found(text)).toBe(1);
});

test.each([
  '{days, plural, one {{days} day} other {{days} days}}',
  '{by, select, a {x} other {y}} {days, plural, one {# day} other {in {days} days}}',
  '{seconds} s',
  'Sources: {count}',
])('%j does not', (text) => {
  expect(found(text)).toBe(0);
});
