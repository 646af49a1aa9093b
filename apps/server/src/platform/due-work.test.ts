import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { DueWork } from './due-work.ts';

/** Things that fall due at their times, two done at once. */
function work(dueMs: number[]) {
  const clock = new ManualClock(0);
  const done: { what: number; atMs: number }[] = [];
  const errors: string[] = [];
  let isBroken = false;
  const due = new DueWork({
    name: 'things',
    clock,
    log: {
      error: (_details: object, message?: string) => {
        errors.push(message ?? '');
      },
    },
    nextDueMs: async () => (dueMs.length === 0 ? null : Math.min(...dueMs)),
    async doDue(nowMs) {
      if (isBroken) throw new Error('away');
      const now = dueMs.filter((each) => each <= nowMs).slice(0, 2);
      for (const what of now) {
        dueMs.splice(dueMs.indexOf(what), 1);
        done.push({ what, atMs: clock.nowMs() });
      }
      return now.length;
    },
  });
  return {
    clock,
    due,
    done,
    errors,
    dueMs,
    breakDown: (broken: boolean) => {
      isBroken = broken;
    },
  };
}

const STEP_MS = 250;

/** Settles promises, then moves the clock. */
async function pass(clock: ManualClock, totalMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < totalMs; passedMs += STEP_MS) {
    await turnOfTheLoop();
    clock.advance(STEP_MS);
  }
  await turnOfTheLoop();
}

test('each thing is done at its time, and late ones at once', async () => {
  const { clock, due, done } = work([0, 0, 0, 1_000, 7_250]);
  due.start();
  await pass(clock, 10_000);
  expect(done.map(({ what }) => what)).toEqual([0, 0, 0, 1_000, 7_250]);
  // The clock takes a step before work begun in it ends.
  expect(Math.max(...done.map(({ what, atMs }) => atMs - what))).toBeLessThanOrEqual(STEP_MS);
  await due.stop();
});

test('work that falls due earlier is done in time after a wake, and within five seconds without', async () => {
  const { clock, due, done, dueMs } = work([60_000]);
  due.start();
  await pass(clock, 6_000);
  dueMs.push(6_500);
  due.wake();
  await pass(clock, 1_000);
  dueMs.push(7_250);
  await pass(clock, 6_000);
  expect(done.map(({ what, atMs }) => [what, atMs - what <= (what === 6_500 ? 0 : 5_000)])).toEqual([
    [6_500, true],
    [7_250, true],
  ]);
  await due.stop();
});

test('a failure is logged and retried', async () => {
  const { clock, due, done, errors, breakDown } = work([500]);
  breakDown(true);
  due.start();
  await pass(clock, 2_000);
  breakDown(false);
  await pass(clock, 2_000);
  expect([done.length, errors[0]]).toEqual([1, 'things: could not be done, trying again']);
  await due.stop();
});
