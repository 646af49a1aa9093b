import { expect, test } from 'vitest';
import { rowAfter } from './row-keys.ts';

test('j and k move down and up the rows and stop at the ends', () => {
  expect(rowAfter('j', -1, 3)).toBe(0);
  expect(rowAfter('j', 0, 3)).toBe(1);
  expect(rowAfter('j', 2, 3)).toBe(2);
  expect(rowAfter('k', 2, 3)).toBe(1);
  expect(rowAfter('k', 0, 3)).toBe(0);
});

test('arrows do the same; other keys do nothing', () => {
  expect(rowAfter('ArrowDown', 1, 3)).toBe(2);
  expect(rowAfter('ArrowUp', 1, 3)).toBe(0);
  expect(rowAfter('x', 1, 3)).toBeUndefined();
  expect(rowAfter('j', -1, 0)).toBeUndefined();
});
