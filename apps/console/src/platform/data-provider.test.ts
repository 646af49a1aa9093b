import { expect, test } from 'vitest';
import { changed, sortOf } from './data-provider.ts';

test('newest first is the default and not sent', () => {
  expect(sortOf({ field: 'id', order: 'DESC' })).toBeUndefined();
  expect(sortOf({ field: 'id', order: 'ASC' })).toBe('id');
  expect(sortOf({ field: 'num', order: 'DESC' })).toBe('-num');
});

test('only changed fields are sent, and never the id', () => {
  const before = { id: 3, title: 'USDT', decimals: 6, img: null, staking_info: [{ days: 7 }] };
  expect(changed({ ...before, decimals: 8 }, before)).toEqual({ decimals: 8 });
  expect(changed({ ...before, staking_info: [{ days: 30 }] }, before)).toEqual({ staking_info: [{ days: 30 }] });
  expect(changed(before, before)).toEqual({});
});
