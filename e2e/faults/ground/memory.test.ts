import { expect, test } from 'vitest';
import { memoryOf } from './memory.ts';

const samples = (at: (place: number) => number): number[] => Array.from({ length: 80 }, (_, place) => at(place));

test('memory that falls and rises around one height is flat', () => {
  expect(memoryOf(samples((place) => 200 + (place % 7) * 20))).toMatchObject({ isFlat: true, most: 320 });
});

test('what fills caches in the first quarter of a run counts for nothing', () => {
  const memory = memoryOf(samples((place) => (place < 20 ? 100 + place * 10 : 300)));
  expect(memory).toEqual({ quarters: [200, 300, 300, 300], most: 300, isFlat: true });
});

test('memory that grows by more than a tenth is not flat', () => {
  expect(memoryOf(samples((place) => 200 + place)).isFlat).toBe(false);
  // One peak is no growth.
  expect(memoryOf(samples((place) => (place === 70 ? 900 : 200))).isFlat).toBe(true);
});

test('a run of a few samples says nothing', () => {
  expect(memoryOf([200, 300, 400, 500]).isFlat).toBeUndefined();
});
