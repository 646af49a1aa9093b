import { expect, test } from 'vitest';
import type { Words } from './finding.ts';
import { registerCheck } from './register.ts';

const words = (own: string, forbid: readonly string[] | undefined): Words => {
  const glossary = {
    terms: {},
    sameAsEnglish: [],
    ...(forbid ? { register: { address: 'formal' as const, forbid } } : {}),
  };
  return { language: 'de', own: new Map([['app.text', own]]), english: new Map(), glossary, englishGlossary: glossary };
};

test('a text in the other register is found', () => {
  expect(registerCheck(words('Prüfe deine Adresse', ['du', 'dein*']))).toHaveLength(1);
  expect(registerCheck(words('Prüfen Sie Ihre Adresse', ['du', 'dein*']))).toEqual([]);
});

test('a language says how it addresses its readers', () => {
  expect(registerCheck(words('Adresse', undefined))).toHaveLength(1);
});
