import { expect, test } from 'vitest';
import { changes } from './action-words.ts';

test('of a change only the fields that differ are shown', () => {
  expect(changes({ status: 1, num: '5', tags: [1] }, { status: 2, num: '5', tags: [1] })).toEqual([
    { name: 'status', before: '1', after: '2' },
  ]);
});

test('of something new every field is shown, and of something taken away what it was', () => {
  expect(changes(null, { role: 'clerk' })).toEqual([{ name: 'role', before: '', after: 'clerk' }]);
  expect(changes({ role: 'clerk' }, null)).toEqual([{ name: 'role', before: 'clerk', after: '' }]);
  expect(changes(null, null)).toEqual([]);
});
