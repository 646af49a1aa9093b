import type { SpotOrder } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { withResult, type Result } from './results.ts';

const filled = (id: number): Result => ({ kind: 'order', order: { id } as SpotOrder });

test('results are shown one after the other, each once', () => {
  const one = withResult([], filled(1));
  const two = withResult(one, filled(2));
  expect(two).toEqual([filled(1), filled(2)]);
  expect(withResult(two, filled(1))).toBe(two);
});
