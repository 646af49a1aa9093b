import { expect, test } from 'vitest';
import { vocabulary } from './rules/vocabulary.ts';

const findings = (text: string, path = 'apps/server/src/a.ts'): number[] =>
  vocabulary([{ path, text }])
    .map(({ line }) => line)
    .sort((a, b) => a - b);

test('a private word is found in comments, texts and parts of names', () => {
  expect(findings("// It is reckoned anew.\nconst purseOf = 'a';\nconst THE_DEED = 1;\nlet x = `told`;")).toEqual([
    1, 1, 2, 3, 4,
  ]);
});

test('a phrase is found, and the house where it is not its accounts', () => {
  expect(findings('// It cannot be had.\n// The house decides.\n// The house account pays.')).toEqual([1, 2]);
});

test('a word within another and plain English are left alone', () => {
  expect(
    findings('// indeed, outdoors, at least one, least privilege\nselect least(a, b);\nconst atLeast = 1;'),
  ).toEqual([]);
});

test('pages about words may name them', () => {
  expect(findings('deed', 'docs/GLOSSARY.md')).toEqual([]);
});

test('a name on the wire is left alone', () => {
  expect(findings("reasons: ['least_above_most']")).toEqual([]);
});
