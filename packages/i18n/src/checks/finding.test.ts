import { expect, test } from 'vitest';
import { withoutExceptions } from './finding.ts';

const glossary = (exceptions: Record<string, Record<string, string>>) => ({ terms: {}, sameAsEnglish: [], exceptions });
const found = [
  { subject: 'app.a', text: 'wrong' },
  { subject: 'app.b', text: 'wrong' },
];

test('an exception of the check takes its finding away', () => {
  expect(withoutExceptions('length', found, glossary({ length: { 'app.a': 'the only word there is' } }))).toEqual([
    found[1],
  ]);
});

test('an exception of another check takes nothing away', () => {
  expect(withoutExceptions('length', found, glossary({ typography: { 'app.a': 'a name' } }))).toEqual(found);
});

test('an exception that nothing needs any more is reported', () => {
  expect(withoutExceptions('length', [], glossary({ length: { 'app.a': 'the only word there is' } }))).toEqual([
    { subject: 'app.a', text: expect.stringContaining('listed as an exception') },
  ]);
});
