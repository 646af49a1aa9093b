import { LANGUAGES } from '@plimsoll/i18n';
import { readMessages } from '@plimsoll/i18n/catalogue';
import { expect, test } from 'vitest';
import { atLineStart } from './usual-words.ts';

test.each(LANGUAGES.map(({ code, tag }) => [code, tag] as const))(
  'how long it usually takes begins with a capital at the start of a line: %s',
  (code, tag) => {
    for (const key of ['funding.steps.usualMinutes', 'funding.steps.usualHours']) {
      const words = readMessages(code).get(key) ?? '';
      const line = atLineStart(words, code);
      expect(line.slice(1)).toBe(words.slice(1));
      expect(line[0]).toBe(words[0]?.toLocaleUpperCase(tag));
    }
  },
);

test('a capital is that of the language', () => {
  expect(atLineStart('usually', 'en')).toBe('Usually');
  expect(atLineStart('işlem', 'tr')).toBe('İşlem');
  expect(atLineStart('通常', 'zh-cn')).toBe('通常');
});
