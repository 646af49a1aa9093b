import { expect, test } from 'vitest';
import type { Words } from './finding.ts';
import { collisionsCheck } from './collisions.ts';

const glossary = { terms: {}, sameAsEnglish: [] };
const found = (texts: Record<string, readonly [english: string, own: string]>) =>
  collisionsCheck({
    language: 'el',
    english: new Map(Object.entries(texts).map(([key, [english]]) => [key, english])),
    own: new Map(Object.entries(texts).map(([key, [, own]]) => [key, own])),
    glossary,
    englishGlossary: glossary,
  } satisfies Words).map(({ subject }) => subject);

test('two labels of a part of a screen are two texts', () => {
  expect(
    found({ 'transfers.list.finished': ['Finished', 'Έφτασε'], 'transfers.list.arrived': ['Arrived', 'έφτασε'] }),
  ).toEqual(['transfers.list: έφτασε']);
});

test('labels of two screens may be one text', () => {
  expect(
    found({ 'transfers.list.finished': ['Finished', 'Έφτασε'], 'spot.list.arrived': ['Arrived', 'Έφτασε'] }),
  ).toEqual([]);
});

test('labels of one row are different texts, whichever slices they are from', () => {
  expect(found({ 'chart.weeks': ['{count}W', '{count}Ε'], 'portfolio.years': ['{count}Y', '{count}Ε'] })).toEqual([
    'portfolio ranges: {count}ε',
  ]);
});

test('a label with and without an article or an ending may be one text', () => {
  expect(
    found({ 'loans.list.a': ['Repay', 'Α'], 'loans.list.b': ['Repaying', 'Α'], 'loans.list.c': ['Your repay', 'Α'] }),
  ).toEqual([]);
});
