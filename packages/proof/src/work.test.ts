import { expect, test } from 'vitest';
import { isWorkDone, workOn } from './work.ts';

const finish = (steps: Generator<undefined, string>): string => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

test('a nonce is valid for its challenge only', () => {
  const work = { challenge: 'quay', bits: 12 };
  const nonce = finish(workOn(work));
  expect(isWorkDone(work, nonce)).toBe(true);
  expect(isWorkDone({ ...work, challenge: 'pier' }, nonce)).toBe(false);
  expect(isWorkDone(work, `${nonce}0`)).toBe(false);
});

test('any nonce is valid for zero bits, and bits are counted across bytes', () => {
  expect(isWorkDone({ challenge: 'quay', bits: 0 }, 'x')).toBe(true);
  const nonce = finish(workOn({ challenge: 'quay', bits: 9 }));
  expect(isWorkDone({ challenge: 'quay', bits: 9 }, nonce)).toBe(true);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].every((bits) => isWorkDone({ challenge: 'quay', bits }, nonce))).toBe(true);
});

test('the work yields after each slice', () => {
  const steps = workOn({ challenge: 'quay', bits: 256 }, 10);
  expect([steps.next(), steps.next()]).toEqual([
    { done: false, value: undefined },
    { done: false, value: undefined },
  ]);
});
