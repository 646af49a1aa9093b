import { expect, test } from 'vitest';
import { changes } from './action-words.ts';

test('a change shows only the fields that differ', () => {
  expect(changes({ status: 1, num: '5', tags: [1] }, { status: 2, num: '5', tags: [1] })).toEqual([
    { name: 'status', before: '1', after: '2' },
  ]);
});

test('a new record shows every field, a removed one its former fields', () => {
  expect(changes(null, { role: 'clerk' })).toEqual([{ name: 'role', before: '', after: 'clerk' }]);
  expect(changes({ role: 'clerk' }, null)).toEqual([{ name: 'role', before: 'clerk', after: '' }]);
  expect(changes(null, null)).toEqual([]);
});
