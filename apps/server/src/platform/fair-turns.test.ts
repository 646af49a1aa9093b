import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** A task that runs until it is ended, and notes when it began. */
function tasks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => {
      ends.push(() => resolve(name));
    });
  };
  const end = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, task, end };
}

test('keys take turns, one task at a time, in order within each', async () => {
  const turns = new FairTurns();
  const { begun, task, end } = tasks();
  const answers = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => turns.inTurn(name.slice(0, 1), task(name)));
  expect(begun).toEqual(['a1']);
  for (let count = 0; count < 6; count += 1) await end();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('refuses one key that has too many waiting, and all when too many wait; both are let in again', async () => {
  const turns = new FairTurns({ ofOne: 2, ofAll: 3 });
  const { begun, task, end } = tasks();
  const kept = [turns.inTurn('a', task('a1')), turns.inTurn('a', task('a2')), turns.inTurn('a', task('a3'))];
  expect(await turns.inTurn('a', task('a4'))).toBeUndefined();
  kept.push(turns.inTurn('b', task('b1')));
  expect(await turns.inTurn('c', task('c1'))).toBeUndefined();
  await end();
  kept.push(turns.inTurn('c', task('c2')));
  for (let count = 0; count < 4; count += 1) await end();
  expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'a3', 'b1', 'c2']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c2']);
});

test('a task that throws ends its turn', async () => {
  const turns = new FairTurns();
  const failing = turns.inTurn('a', () => Promise.reject(new Error('no')));
  const next = turns.inTurn('b', () => Promise.resolve('in'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('in');
  expect(await turns.inTurn('a', () => Promise.resolve('again'))).toBe('again');
});
