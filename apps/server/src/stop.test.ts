import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { startServer, type RunningServer } from './server.ts';
import { AUDITS } from './slices.ts';
import { ask, obtain, registerFunded } from './testing/api-client.ts';
import { requireCleanAudit } from './testing/clean-audit.ts';
import { openDatabaseLine } from './testing/database-line.ts';
import type { Line } from './testing/line.ts';
import { testDatabase, type TestDatabase } from './testing/index.ts';

// A whole server that is stopped while its database keeps it waiting.

const TIMEOUT = 180_000;
interface Stuck {
  readonly line: Line;
  readonly owner: pg.Client;
}

/** What holds a submit up, and whether it does. */
const CASES = {
  'a statement waits for a lock': {
    hold: async ({ owner }: Stuck) => void (await owner.query('begin; lock table ledger_head in exclusive mode')),
    holds: async ({ owner }: Stuck) => {
      const { rowCount } = await owner.query(
        'select from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()',
      );
      return (rowCount ?? 0) > 0;
    },
  },
  'the database hangs': {
    hold: async ({ line }: Stuck) => line.hold(),
    holds: async ({ line }: Stuck) => line.isHeld,
  },
  'a commit is not answered': {
    hold: async ({ line }: Stuck) => line.holdAt('commit', ['far']),
    holds: async ({ line }: Stuck) => line.isHeld,
  },
};

const MOVE = { c_id: '1', num: '250', from_type: '1', to_type: '2' };

let database: TestDatabase;
/** With the secret that the database remembers. */
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'stop-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

function serve(databaseUrl: string): Promise<RunningServer> {
  const config = readConfig({
    ...database.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    FEED_SEED: '1',
  });
  return startServer(config, { clock: systemClock, log: { info: () => {}, error: () => {} }, say: () => {} });
}

test.each(Object.entries(CASES))(
  'while %s a server stops within ten seconds, and what a member submitted is done once',
  { timeout: TIMEOUT },
  async (what, { hold, holds }) => {
    const { line, url } = await openDatabaseLine(database.appUrl);
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    onTestFinished(async () => {
      line.release();
      await owner.end();
      await line.close();
    });
    const first = await serve(url);
    const token = await registerFunded(first.url, `${what.replaceAll(' ', '-')}@quay.example`);
    const key = what.replaceAll(' ', '-');
    const submit = (at: string) => ask(at, 'transfer', MOVE, { token, key }).catch((error: unknown) => error);

    await hold({ line, owner });
    const submitted = submit(first.url);
    await expect.poll(() => holds({ line, owner })).toBe(true);
    // By a timer of the same event loop, which a busy machine holds up as long.
    const limit = AbortSignal.timeout(10_000);
    await first.close();
    expect(limit.aborted).toBe(false);
    // Open, as far as the member knows.
    expect(await submitted).not.toMatchObject({ code: 1 });

    line.release();
    await owner.query('rollback');
    const second = await serve(database.appUrl);
    onTestFinished(() => second.close());
    expect(await submit(second.url)).toMatchObject({ code: 1 });
    expect(await submit(second.url)).toMatchObject({ code: 1 });
    const { list } = await obtain(second.url, 'getTransferList', {}, { token });
    expect(list).toHaveLength(1);
    await requireCleanAudit(database.db, AUDITS);
  },
);
