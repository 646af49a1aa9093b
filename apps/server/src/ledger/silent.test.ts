import { ok } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { DatabaseLeft, DatabaseSilent } from '../platform/database-silent.ts';
import { openDb, type Gate } from '../platform/db.ts';
import { openDatabaseLine } from '../testing/database-line.ts';
import { openTrialLedger, type TrialLedger } from '../testing/trial-ledger.ts';
import { defineCommand, GroupedWriter } from './index.ts';
import { OutcomeUnknown } from './recovery.ts';

let ledger: TrialLedger;
beforeAll(async () => {
  ledger = await openTrialLedger();
});
afterAll(() => ledger.close());

/** Gives a member one, under a new number each time it is planned: done twice, it counts twice. */
const giving = defineCommand<string, null, null>({
  name: 'test.givingOne',
  plan: async (_tx, memberIds) => memberIds.map((id) => ok({ journals: [ledger.grant(id)], planned: null })),
  record: (_tx, done) => ({ outcomes: done.map(() => null), sent: Promise.resolve() }),
});

/** A writer whose connection is over a line, with a gate that the test closes. */
async function open() {
  const { line, url } = await openDatabaseLine(ledger.database.appUrl);
  const state = { silent: false, left: false };
  const listeners: (() => void)[] = [];
  const gate: Gate = {
    silent: () => {
      if (state.left) return new DatabaseLeft('left');
      return state.silent ? new DatabaseSilent('silent') : undefined;
    },
    onSilent: (listener) => void listeners.push(listener),
  };
  const connection = openDb(url, { connections: 1, gate });
  const outside = openDb(ledger.database.appUrl, { connections: 1, gate });
  const clock = new ManualClock(0);
  const writer = new GroupedWriter({ connection, db: outside, clock });
  onTestFinished(async () => {
    line.release();
    await connection.close();
    await outside.close();
    await line.close();
  });
  return {
    line,
    clock,
    writer,
    leave: () => {
      state.left = true;
      for (const listener of listeners) listener();
    },
    fallSilent() {
      state.silent = true;
      for (const listener of listeners) listener();
    },
    answer() {
      state.silent = false;
      line.release();
    },
  };
}
const settled = <T>(promise: Promise<T>): Promise<T | Error> => promise.catch((error: Error) => error);

test.each([
  ['took effect, unanswered', ['far'] as const],
  ['never arrived', ['near', 'far'] as const],
])(
  'a commit that %s when the database fell silent is done once, and those behind it are refused at once',
  async (_, held) => {
    const { line, clock, writer, ...gate } = await open();
    const [first, second, third] = [ledger.newMember(), ledger.newMember(), ledger.newMember()];
    await writer.submit(giving, first);
    line.holdAt('commit', held);
    const inDoubt = writer.submit(giving, first);
    await vi.waitFor(() => expect(line.isHeld).toBe(true));
    const behind = settled(writer.submit(giving, second));
    gate.fallSilent();
    expect(await behind).toBeInstanceOf(Error);
    expect(await settled(writer.submit(giving, third))).toBeInstanceOf(DatabaseSilent);
    gate.answer();
    const timer = setInterval(() => clock.advance(250), 5);
    onTestFinished(() => clearInterval(timer));
    expect(await inDoubt).toEqual(ok(null));
    expect(await Promise.all([first, second, third].map(ledger.balance))).toEqual([amount('2'), 0n, 0n]);
    expect(await writer.submit(giving, third)).toEqual(ok(null));
    expect(await ledger.balance(third)).toBe(amount('1'));
  },
);

test('a commit without an answer when the server ends is left open at once, and its writer is drained', async () => {
  const { line, clock, writer, leave } = await open();
  const [first, second] = [ledger.newMember(), ledger.newMember()];
  await writer.submit(giving, first);
  line.holdAt('commit', ['far']);
  const inDoubt = settled(writer.submit(giving, first));
  await vi.waitFor(() => expect(line.isHeld).toBe(true));
  const behind = settled(writer.submit(giving, second));
  leave();
  const timer = setInterval(() => clock.advance(250), 5);
  onTestFinished(() => clearInterval(timer));
  const fromMs = clock.nowMs();
  expect(await inDoubt).toBeInstanceOf(OutcomeUnknown);
  expect(await behind).toBeInstanceOf(DatabaseLeft);
  await writer.drained();
  // The time in which it is looked up otherwise is twenty seconds.
  expect(clock.nowMs() - fromMs).toBeLessThan(10_000);
  expect(await Promise.all([first, second].map(ledger.balance))).toEqual([amount('2'), 0n]);
});
