import { expect, test } from 'vitest';
import type { Submission } from './ledger-command.ts';
import { CommandQueue } from './queue.ts';

const submitted = (command: object, isExclusive = false): Submission => ({
  command,
  isExclusive,
  hasClaim: false,
  join: () => {},
  fail: () => {},
});
const [placing, filling, converting] = [{}, {}, {}];
const queueOf = (submissions: readonly Submission[], maxBatchSize = 100): CommandQueue => {
  const queue = new CommandQueue(maxBatchSize);
  for (const each of submissions) queue.push(each);
  return queue;
};
const sizes = (queue: CommandQueue): number[] => {
  const taken: number[] = [];
  for (let next = queue.take(0); next; next = queue.take(0)) taken.push(next.submissions.length);
  return taken;
};

test('commands of different kinds share a batch, in order, up to its size', () => {
  const all = [submitted(placing), submitted(converting), submitted(placing)];
  expect(queueOf(all).take(0)?.submissions).toEqual(all);
  expect(sizes(queueOf(all, 2))).toEqual([2, 1]);
  expect(sizes(queueOf(all, 1))).toEqual([1, 1, 1]);
});

test('an exclusive command shares its batch only with its own inputs', () => {
  const all = [
    submitted(placing),
    submitted(filling, true),
    submitted(filling, true),
    submitted(converting, true),
    submitted(placing),
  ];
  expect(sizes(queueOf(all))).toEqual([1, 2, 1, 1]);
});

test('an exclusive batch begins when none runs, and another begins when it is over', () => {
  const queue = queueOf([submitted(filling, true), submitted(placing), submitted(placing)]);
  expect(queue.take(1)).toBeUndefined();
  expect(queue.take(0)?.runsAlone).toBe(true);
  expect(queue.take(1)).toBeUndefined();
  expect(queue.take(0)?.submissions).toHaveLength(2);
});

test('an ordinary batch begins while others run', () => {
  const queue = queueOf([submitted(placing)]);
  expect(queue.take(2)?.submissions).toHaveLength(1);
  expect(queue.take(2)).toBeUndefined();
});

test('commands of a failed batch are repeated first, each in a batch of its own', () => {
  const failed = [submitted(placing), submitted(placing)];
  const queue = queueOf([submitted(placing), submitted(placing)]);
  queue.requeueIsolated(failed);
  expect(queue.take(1)).toBeUndefined();
  expect(queue.take(0)?.submissions).toEqual([failed[0]]);
  expect(queue.take(1)).toBeUndefined();
  expect(sizes(queue)).toEqual([1, 2]);
});
