import { expect, test } from 'vitest';
import { Waiting, type Waiter } from './waiting.ts';

const MAX = 8_000;

function sockets(count: number) {
  const waiting = new Waiting(MAX);
  const dropped: number[] = [];
  const all = Array.from({ length: count }, (_, nth): Waiter & { waiting: number } => ({
    waiting: 0,
    counted: 0,
    drop: () => dropped.push(nth),
  }));
  const fill = (nth: number, bytes: number) => {
    const who = all[nth];
    if (!who) return;
    who.waiting = bytes;
    waiting.count(who);
  };
  return { all, waiting, dropped, fill };
}

test('beyond the maximum of all the fullest are dropped, down to three quarters', () => {
  const { dropped, fill } = sockets(5);
  fill(0, 1_000);
  fill(1, 3_000);
  fill(2, 2_000);
  fill(3, 2_000);
  expect(dropped).toEqual([]);
  fill(4, 1);
  expect(dropped).toEqual([1]);
});

test('what was read meanwhile is looked up first', () => {
  const { all, dropped, fill } = sockets(3);
  fill(0, 4_000);
  fill(1, 4_000);
  const [first] = all;
  if (first) first.waiting = 0;
  fill(2, 500);
  expect(dropped).toEqual([]);
  fill(0, 3_000);
  expect(dropped).toEqual([]);
  fill(0, 5_000);
  expect(dropped).toEqual([0]);
});

test('closed sockets count no longer', () => {
  const { all, waiting, dropped, fill } = sockets(3);
  for (let turn = 0; turn < 10; turn += 1) {
    fill(0, 5_000);
    const [first] = all;
    if (first) waiting.forget(first);
  }
  fill(1, 7_000);
  fill(2, 1_000);
  expect(dropped).toEqual([]);
});
