import { expect, test } from 'vitest';
import type { Words } from './finding.ts';
import { lengthCheck } from './lengths.ts';

const glossary = { terms: {}, sameAsEnglish: [] };
const found = (key: string, source: string, text: string) =>
  lengthCheck({
    language: 'de',
    english: new Map([[key, source]]),
    own: new Map([[key, text]]),
    glossary,
    englishGlossary: glossary,
  } satisfies Words);

test('a tab of the foot has twelve letters', () => {
  expect(found('app.tabs.assets', 'Assets', 'Vermögen')).toEqual([]);
  expect(found('app.tabs.assets', 'Assets', 'Vermögenswerte')).toHaveLength(1);
});

test('a button may be 1.4 times as long as English', () => {
  expect(found('staking.list.cancel', 'Cancel application', 'Antrag zurückziehen jetzt')).toEqual([]);
  expect(found('staking.list.cancel', 'Cancel', 'Antrag zurückziehen')).toHaveLength(1);
});

test('a sentence may be as long as it has to be', () => {
  expect(found('staking.noneText', 'Later.', 'Bitte versuchen Sie es später noch einmal.')).toEqual([]);
});
