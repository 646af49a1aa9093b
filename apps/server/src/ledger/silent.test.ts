import { ok } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { DatabaseSilent } from '../platform/database-silent.ts';
import { openDb, sql, type Gate } from '../platform/db.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { Line } from '../testing/line.ts';
import { allowTrialKind } from '../testing/trial-kind.ts';
import { balancesOf, defineCommand, GroupedWriter, move, type Journal } from './index.ts';

let database: TestDatabase;
let coinId: string;
let causes = 0;
let members = 0;

beforeAll(async () => {
  database = await testDatabase();
  await allowTrialKind(database);
  const [coin] = await database.db.run(
    sql<{ id: string }>('test.coin', `insert into coin (title, decimals) values ('USDT', 8) returning id`),
  );
  coinId = coin?.id ?? '';
});
afterAll(async () => {
  await requireCleanAudit(database.db);
  await database.drop();
});

/** Gives a member one, under a new number each time it is planned: done twice, it counts twice. */
const giving = defineCommand<string, null, null>({
  name: 'test.givingOne',
  plan: async (_tx, memberIds) =>
    memberIds.map((memberId) => {
      const journal: Journal = {
        cause: { kind: 'test', id: `${(causes += 1)}` },
        actor: { kind: 'clock' },
        lines: [move({ house: 'outside', coinId }, { memberId, type: 1, coinId }, amount('1'))],
      };
      return ok({ journals: [journal], planned: null });
    }),
  record: (_tx, done) => ({ outcomes: done.map(() => null), sent: Promise.resolve() }),
});
const balance = async (memberId: string) => (await balancesOf(database.db, memberId))[0]?.available ?? 0n;

/** A writer whose connection is over a line, with a gate that the test closes. */
async function open() {
  const direct = new URL(database.appUrl);
  const sockets = direct.searchParams.get('host');
  const line = await Line.open(() =>
    sockets === null
      ? { host: direct.hostname, port: Number(direct.port) }
      : { path: join(sockets, `.s.PGSQL.${direct.port || '5432'}`) },
  );
  const url = Object.assign(new URL(direct), { host: `127.0.0.1:${line.port}`, search: '' }).href;
  const state = { silent: false };
  const listeners: (() => void)[] = [];
  const gate: Gate = {
    silent: () => (state.silent ? new DatabaseSilent('silent') : undefined),
    onSilent: (listener) => void listeners.push(listener),
  };
  const connection = openDb(url, { connections: 1, gate });
  const clock = new ManualClock(0);
  const writer = new GroupedWriter({ connection, db: database.db, clock });
  onTestFinished(async () => {
    line.release();
    await connection.close();
    await line.close();
  });
  return {
    line,
    clock,
    writer,
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
const newMember = () => String((members += 1));
const settled = <T>(promise: Promise<T>): Promise<T | Error> => promise.catch((error: Error) => error);

test.each([
  ['took effect, unanswered', ['far'] as const],
  ['never arrived', ['near', 'far'] as const],
])(
  'a commit that %s when the database fell silent is done once, and those behind it are refused at once',
  async (_, held) => {
    const { line, clock, writer, ...gate } = await open();
    const [first, second, third] = [newMember(), newMember(), newMember()];
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
    expect(await Promise.all([first, second, third].map(balance))).toEqual([amount('2'), 0n, 0n]);
    expect(await writer.submit(giving, third)).toEqual(ok(null));
    expect(await balance(third)).toBe(amount('1'));
  },
);
