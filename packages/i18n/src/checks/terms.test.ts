import { expect, test } from 'vitest';
import type { Glossary } from '../glossary.ts';
import type { Words } from './finding.ts';
import { glossaryCheck, stemsCheck } from './terms.ts';

const terms = { redeem: ['Redeem'], spread: ['Spread'] };
const words = (own: Record<string, string>, glossary: Partial<Glossary>): Words => ({
  language: 'de',
  english: new Map([
    ['staking.redeem', 'Redeem'],
    ['staking.text', 'Redeem any time'],
    ['staking.fee', 'Spreads are a fee'],
  ]),
  own: new Map(Object.entries(own)),
  glossary: { terms: { redeem: ['Einlösen'], spread: ['Spread'] }, sameAsEnglish: [], ...glossary },
  englishGlossary: { terms, sameAsEnglish: [] },
});
const subjects = (found: readonly { subject: string }[]) => found.map(({ subject }) => subject);

test('a term without a word, and a word without a term, are found', () => {
  expect(subjects(glossaryCheck(words({}, { terms: { redeem: ['Einlösen'], bid: ['Geld'] } })))).toEqual([
    'spread',
    'bid',
  ]);
});

test('a label that is only a term has a word of the glossary', () => {
  expect(subjects(glossaryCheck(words({ 'staking.redeem': 'Rückkauf' }, {})))).toEqual(['staking.redeem']);
  expect(glossaryCheck(words({ 'staking.redeem': 'einlösen' }, {}))).toEqual([]);
});

test('a sentence has a stem of each term that its English has, in the plural too', () => {
  const stems = { redeem: { require: ['einlös*', 'eingelöst'] }, spread: { require: ['spread*'] } };
  expect(
    subjects(stemsCheck(words({ 'staking.text': 'Jederzeit auszahlen', 'staking.fee': 'Spannen' }, { stems }))),
  ).toEqual(['staking.text', 'staking.fee']);
  expect(stemsCheck(words({ 'staking.text': 'Jederzeit einlösbar', 'staking.fee': 'Spreads' }, { stems }))).toEqual([]);
});

test('a forbidden stem counts only where English has the term', () => {
  const stems = { redeem: { forbid: ['rückkauf*'] } };
  expect(subjects(stemsCheck(words({ 'staking.text': 'Rückkauf', 'staking.fee': 'Rückkauf' }, { stems })))).toEqual([
    'staking.text',
  ]);
});

test('a word that is never right is found anywhere, with its reason', () => {
  expect(stemsCheck(words({ 'staking.fee': 'An Bord' }, { never: { 'an bord': 'a ship' } }))).toEqual([
    { subject: 'staking.fee', text: '“An Bord” has “an bord”: a ship' },
  ]);
});

test('a term that no English text has is found in English', () => {
  const english: Words = { ...words({}, {}), language: 'en' };
  const glossary = { terms: { ...terms, tie: ['Tie'] }, sameAsEnglish: [] };
  expect(subjects(glossaryCheck({ ...english, glossary, englishGlossary: glossary }))).toEqual(['tie']);
});

test('an English word of two terms is found', () => {
  const glossary = { terms: { redeem: ['Redeem'], release: ['Release', 'redeem'] }, sameAsEnglish: [] };
  const english: Words = { ...words({}, {}), language: 'en', glossary, englishGlossary: glossary };
  expect(glossaryCheck(english).map(({ text }) => text)).toContain('“redeem” is a word of “redeem” too');
});
