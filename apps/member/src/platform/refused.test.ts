import { expect, test } from 'vitest';
import { Lost, Refusal } from './envelope.ts';
import { refusedWords } from './refused.ts';

test.each([[0], [201], [204]])('a read refused with %i has the server’s words', (code) => {
  expect(refusedWords(new Refusal(code, 'Deposits are switched off.'))).toBe('Deposits are switched off.');
  expect(refusedWords(null, new Lost('cut'), new Refusal(code, 'Not yours.'))).toBe('Not yours.');
});

test('without an answer, or without its words, there are none', () => {
  expect(refusedWords(null, undefined, new Lost('timeout'), new Refusal(0, ''))).toBeUndefined();
});
