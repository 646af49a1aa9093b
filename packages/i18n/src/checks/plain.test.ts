import { expect, test } from 'vitest';
import { SLOT, sentencesOf, sentencesWith } from './plain.ts';

test('a message without choices is one sentence', () => {
  expect(sentencesOf('Sent')).toEqual(['Sent']);
  expect(sentencesOf('{amount} {coin} sent')).toEqual([`${SLOT} ${SLOT} sent`]);
});

test('each combination of choices is a sentence of its own', () => {
  expect(
    sentencesWith(
      '{n, plural, one {# fill} other {# fills}}, {side, select, buy {bought} other {sold}}',
      (name) => name,
    ),
  ).toEqual(['# fill, bought', '# fill, sold', '# fills, bought', '# fills, sold']);
});

test('markup is left out, what is inside it stays', () => {
  expect(sentencesWith('<b>{price}</b> for <i>one</i>', (name) => `[${name}]`)).toEqual(['[price] for one']);
});

test('quoted braces are text, and formatted values are values', () => {
  expect(sentencesOf("'{'x'}' {at, date, short}")).toEqual([`{x} ${SLOT}`]);
});
