import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readLastRuns, type SliceAudit } from '../../ledger/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { ageRuns } from '../../testing/seal-audit.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createAuditing } from './create-auditing.ts';

const MINUTE_MS = 60_000;
let database: TestDatabase;
let owner: Db;
const logged: [fields: object, event: string][] = [];
const log = {
  info: (fields: object, event: string) => void logged.push([fields, event]),
  error: (fields: object, event: string) => void logged.push([fields, event]),
};

beforeAll(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  logged.length = 0;
  await behindTriggers(owner, 'audit_seal', sql<never>('audits.noSeals', 'delete from audit_seal'));
  await behindTriggers(owner, 'audit_run', sql<never>('audits.noRuns', 'delete from audit_run'));
});

const open = (clock: ManualClock, auditEvery: { newMs?: number; allMs?: number } = {}, audits: SliceAudit[] = []) =>
  createAuditing({
    db: database.db,
    url: database.appUrl,
    clock,
    log,
    audits,
    auditEvery: { newMs: auditEvery.newMs, allMs: auditEvery.allMs },
  }).timer;
const runs = async () =>
  (
    await owner.run(
      sql<{ kind: string; result: string; lines: string[] }>(
        'audits.runs',
        'select kind, result, lines from audit_run order by id',
      ),
    )
  ).map(({ kind, result }) => `${kind} ${result}`);
/** Lets time pass until so many runs are recorded and over: on in seconds, as the timer looks every few. */
async function passMinutes(clock: ManualClock, minutes: number, expected: number): Promise<void> {
  clock.advance(minutes * MINUTE_MS);
  await vi.waitFor(
    async () => {
      clock.advance(1_000);
      expect([(await runs()).length, logged.length]).toEqual([expected, expected]);
    },
    { timeout: 45_000 },
  );
}

test('a server audits every fifteen minutes, from the seal on once there is one, and reads everything once a day', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const timer = open(clock);
  timer.start();
  clock.advance(14 * MINUTE_MS);
  await passMinutes(clock, 1, 1);
  expect(await runs()).toEqual(['all clean']);
  await ageRuns(owner);
  await passMinutes(clock, 15, 2);
  await passMinutes(clock, 15, 3);
  expect(await runs()).toEqual(['all clean', 'all clean', 'incremental clean']);
  await passMinutes(clock, 24 * 60, 4);
  expect((await runs()).at(-1)).toBe('all clean');
  await timer.stop();
  expect(logged.map(([, event]) => event)).toEqual(Array.from({ length: 4 }, () => 'audit clean'));
});

test('findings are logged and kept with the run, and so is why one could not run', async () => {
  const clock = new ManualClock(Date.UTC(2026, 1, 1));
  const figures = `select '1' as row`;
  const found = open(clock, { newMs: 10 * MINUTE_MS }, [
    { name: 'all is well', key: 'well', wrong: `select 'not so' as row`, figures },
  ]);
  found.start();
  await passMinutes(clock, 10, 1);
  await found.stop();
  expect((await readLastRuns(database.db)).last).toMatchObject({
    result: 'findings',
    findings: 1,
    lines: ['all is well: not so'],
  });
  const broken = open(clock, { newMs: 10 * MINUTE_MS }, [
    { name: 'broken', key: 'broken', wrong: 'select nothing', figures },
  ]);
  broken.start();
  await passMinutes(clock, 10, 2);
  await broken.stop();
  const { last, ended } = await readLastRuns(database.db);
  expect(last).toMatchObject({ result: 'failed', lines: ['column "nothing" does not exist'] });
  expect(ended).toMatchObject({ result: 'findings' });
  expect(logged.map(([, event]) => event)).toEqual(['audit findings', 'audit could not run']);
});

test('of two processes one audits', async () => {
  const clock = new ManualClock(Date.UTC(2026, 2, 1));
  const timers = [open(clock), open(clock)];
  for (const timer of timers) timer.start();
  await passMinutes(clock, 15, 1);
  for (const timer of timers) await timer.stop();
  expect(await runs()).toHaveLength(1);
});

test('with 0 minutes and 0 hours no server audits', async () => {
  const clock = new ManualClock(Date.UTC(2026, 3, 1));
  const timer = open(clock, { newMs: 0, allMs: 0 });
  timer.start();
  clock.advance(48 * 60 * MINUTE_MS);
  await timer.stop();
  expect(await runs()).toEqual([]);
});
