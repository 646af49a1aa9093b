import { expect, test } from 'vitest';
import { exactJson, visibleJson } from './exact-json.ts';

test('numbers stay the text that they were written in', () => {
  expect(exactJson('{"close":0.10000000,"amount":123456789012345678.87654321,"list":[1e-8]}')).toEqual({
    close: '0.10000000',
    amount: '123456789012345678.87654321',
    list: ['1e-8'],
  });
});

test('what cannot be seen, or turns text around, is escaped and means the same', () => {
  const hidden = { name: 'pay\u202Eroll\u200B\u{E0041}\u2028', plain: 'Ärger 測試' };
  const written = visibleJson(hidden);
  expect(written).not.toMatch(/[\p{C}\u2028]/u);
  expect(written).toContain('Ärger 測試');
  expect(JSON.parse(written)).toEqual(hidden);
});
