import { expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { MIN_LANGUAGES, sensesCheck } from './senses.ts';

const english = new Map([
  ['app.close', 'Close'],
  ['chart.close', 'Close'],
]);
const own = (window: string, price: string) =>
  new Map([
    ['app.close', window],
    ['chart.close', price],
  ]);
const codes = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');
const languages = (differing: number) =>
  new Map(codes.map((code, place) => [code, place < differing ? own('Schließen', 'Schluss') : own('Zu', 'zu')]));

test('a label that many languages translate in two ways is two labels', () => {
  expect(sensesCheck(english, languages(MIN_LANGUAGES))).toEqual([
    { subject: 'Close', text: `is two texts in ${MIN_LANGUAGES} languages: app.close | chart.close` },
  ]);
});

test('a few languages may have two words for one thing', () => {
  expect(sensesCheck(english, languages(MIN_LANGUAGES - 1))).toEqual([]);
});
