import { expect, test } from 'vitest';
import { hasStem } from './stems.ts';

test.each([
  ['Dein Konto', 'dein*', 'de', true],
  ['Deines', 'dein*', 'de', true],
  ['Wieder', 'der', 'de', false],
  ['Geldanlage', '*anlage', 'de', true],
  ['GERİ AL', 'geri al', 'tr', true],
  ['Σπρεντ', 'σπρεντ', 'el', true],
  ['ودڈرال', 'ودڈرا', 'ur', false],
  ['مُجمّد', 'مجمد', 'ar', true],
  ['请输入你的密码', '你', 'zh-cn', true],
] as const)('%j has %j in %s: %s', (text, stem, language, has) => {
  expect(hasStem(text, stem, language)).toBe(has);
});
