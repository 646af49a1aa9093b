import { expect, test } from 'vitest';
import { placeAt, reordered } from './reorder.ts';

test('an item is moved to another place, and the others keep their order', () => {
  expect(reordered(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(reordered(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(reordered(['a'], 4, 0)).toEqual(['a']);
});

test('a dragged row changes places past the middle of its neighbour, and stays within the list', () => {
  const heights = [60, 60, 80];
  expect(placeAt(heights, 0, 29)).toBe(0);
  expect(placeAt(heights, 0, 31)).toBe(1);
  expect(placeAt(heights, 0, 101)).toBe(2);
  expect(placeAt(heights, 0, 5000)).toBe(2);
  expect(placeAt(heights, 2, -31)).toBe(1);
  expect(placeAt(heights, 2, -5000)).toBe(0);
});
