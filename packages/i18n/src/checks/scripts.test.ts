import { expect, test } from 'vitest';
import type { LanguageCode } from '../languages.ts';
import { scriptsCheck } from './scripts.ts';

const glossary = { terms: {}, sameAsEnglish: ['Staking'] };
const found = (language: LanguageCode, text: string): number =>
  scriptsCheck({
    language,
    own: new Map([['mail.text', text]]),
    english: new Map(),
    glossary,
    englishGlossary: glossary,
  }).length;

test.each([
  ['ru', 'Отправить USDT'],
  ['ru', 'QR-код'],
  ['ru', 'Staking {amount}'],
  ['fa', 'می‌شود'],
  ['ar', 'لـ USDT'],
  ['zh-TW', '帳戶'],
  ['zh-cn', '账户'],
  ['de', 'Größe'],
] as const)('%s may write %j', (...[language, text]) => {
  expect(found(language, text)).toBe(0);
});

test.each([
  ['ru', 'Отправить balance', 'a Latin word that is no name'],
  ['ru', 'Cумма', 'a Latin letter in a Cyrillic word'],
  ['el', 'Πoσό', 'a Latin letter in a Greek word'],
  ['de', 'Сумма', 'letters of another script'],
  ['de', 'Kauf\u200Ben', 'an invisible character'],
  ['de', 'Kauf\u200Cen', 'a joiner where none is used'],
  ['fa', 'كاربر', 'an Arabic kaf'],
  ['ur', 'ي', 'an Arabic yeh'],
  ['zh-TW', '账户', 'simplified letters'],
  ['zh-cn', '帳戶', 'traditional letters'],
  ['ja', '账户', 'simplified letters'],
  ['ar', 'سـلام', 'a stretched letter'],
] as const)('%s may not write %j: %s', (...[language, text]) => {
  expect(found(language, text)).toBeGreaterThan(0);
});
