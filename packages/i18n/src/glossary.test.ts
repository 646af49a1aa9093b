import { expect, test } from 'vitest';
import { glossaryOf, isGlossary } from './glossary.ts';
import { LANGUAGES } from './languages.ts';

/** Of these a sentence names the thing or its money: it has the glossary's word in every language. */
const REQUIRED = [
  ...['staking', 'stake', 'order', 'deposit', 'withdrawal', 'available', 'frozen', 'fee', 'markPrice', 'entryPrice'],
  ...['exitPrice', 'orderBook', 'passkey', 'recoveryCode', 'secondFactor', 'lockMining', 'loans', 'interest'],
  ...['balance', 'paymentPassword', 'witness', 'network'],
];
const TRANSLATED = LANGUAGES.filter(({ code }) => code !== 'en').map(({ code }) => code);

const plain = { terms: { buy: ['Kaufen'] }, sameAsEnglish: ['Staking'] };

test('every language has a glossary', () => {
  for (const { code } of LANGUAGES) expect(isGlossary(glossaryOf(code))).toBe(true);
});

test.each(TRANSLATED)('sentences of %s have the words of the most important terms', (language) => {
  const { stems = {} } = glossaryOf(language);
  expect(REQUIRED.filter((term) => (stems[term]?.require ?? []).length === 0)).toEqual([]);
});

test('a glossary has terms, and may have stems, a register and exceptions', () => {
  expect(isGlossary(plain)).toBe(true);
  expect(
    isGlossary({
      ...plain,
      register: { address: 'formal', forbid: ['du'] },
      stems: { spread: { require: ['spread'], forbid: ['spanne'] } },
      never: { 'an bord': 'a ship' },
      exceptions: { length: { 'app.tabs.exchange': 'the shortest word of the trade' } },
    }),
  ).toBe(true);
});

test.each([
  ['a word that is no text', { ...plain, terms: { buy: [1] } }],
  ['an empty word', { ...plain, terms: { buy: [''] } }],
  ['an unknown part', { ...plain, stem: {} }],
  ['an unknown register', { ...plain, register: { address: 'polite', forbid: [] } }],
  ['an exception without a reason', { ...plain, exceptions: { length: { 'app.back': '' } } }],
  ['no list of shared texts', { terms: {} }],
])('%s is refused', (_, content) => {
  expect(isGlossary(content)).toBe(false);
});
