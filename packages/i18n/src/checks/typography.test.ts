import { expect, test } from 'vitest';
import type { LanguageCode } from '../languages.ts';
import { typographyCheck } from './typography.ts';

const glossary = { terms: {}, sameAsEnglish: [] };
const found = (language: LanguageCode, text: string, source = 'Two words'): number =>
  typographyCheck({
    language,
    own: new Map([['app.text', text]]),
    english: new Map([['app.text', source]]),
    glossary,
    englishGlossary: glossary,
  }).length;

test.each([
  ['de', '„Zurück“ – {percent}\u00A0%'],
  ['fr', 'Vérifiez\u00A0: «\u00A0retour\u00A0»'],
  ['fr', 'https://{site}, 14:05'],
  ['tr', '%{percent}'],
  ['ja', '「戻る」を押す'],
  ['ru', '«На экран „Домой“»'],
  ['es', '“Atrás”'],
  ['en', 'Only for <member></member>'],
  ['hi', '{seconds} से.'],
] as const)('%s may write %j', (...[language, text]) => {
  expect(found(language, text)).toBe(0);
});

test.each([
  ['de', 'Zwei  Wörter', 'two spaces'],
  ['de', '“Zurück”', 'English quotation marks'],
  ['de', '{percent}%', 'no space before the percent sign'],
  ['en', "it's", 'a straight apostrophe'],
  ['en', 'Wait...', 'three points'],
  ['en', 'Welcome!', 'an exclamation mark'],
  ['en', '{a} - {b}', 'a hyphen for a dash'],
  ['en', '6-20', 'a hyphen in a range'],
  ['fr', 'Vérifiez : ici', 'a plain space before a colon'],
  ['tr', '{percent}%', 'the percent sign behind'],
  ['zh-cn', '返回,确认', 'a half-width comma'],
  ['ar', 'نعم, لا', 'a Latin comma'],
  ['ar', '{percent}%', 'a percent sign, which native digits have another of'],
  ['hi', 'वापस जाएं. फिर', 'a Latin full stop'],
] as const)('%s may not write %j: %s', (...[language, text]) => {
  expect(found(language, text)).toBeGreaterThan(0);
});

test('a sentence ends as in English', () => {
  expect(found('de', 'Nichts wurde gesendet', 'Nothing was sent.')).toBe(1);
  expect(found('de', 'Nichts wurde gesendet.', 'Nothing was sent.')).toBe(0);
  expect(found('de', 'Zurück zum Anfang.', 'Back to home')).toBe(1);
  expect(found('hi', 'कुछ नहीं भेजा गया।', 'Nothing was sent.')).toBe(0);
  expect(found('th', 'ไม่มีอะไรถูกส่ง', 'Nothing was sent.')).toBe(0);
});
