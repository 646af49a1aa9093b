import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { startServer, type RunningServer } from '../server.ts';
import { AUDITS } from '../slices.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';

// Liabilities of a whole server, as anybody starts it.

let database: TestDatabase;
let server: RunningServer;
let dataDir: string;
const events: { readonly details: object; readonly message: string }[] = [];
const keep = (details: object, message: string): void => {
  events.push({ details, message });
};

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'liabilities-'));
  const config = readConfig({ ...database.env, DATA_DIR: dataDir, PORT: '0', FEED_SEED: '1' });
  server = await startServer(config, { clock: systemClock, log: { info: keep, error: keep }, say: () => {} });
}, 120_000);
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('a new demo takes its first epoch by itself, of all its balances, and the audit agrees', async () => {
  await vi.waitFor(() => expect(events.map(({ message }) => message)).toContain('liabilities published'), {
    timeout: 50_000,
    interval: 200,
  });
  expect(events.find(({ message }) => message === 'liabilities published')?.details).toMatchObject({ epoch: 1 });
  expect(await readdir(join(dataDir, 'liabilities'))).toEqual(['1']);
  const [row] = await database.db.run<{ coins: string[]; houses: string[] }>({
    name: 'matrix.epoch',
    text: `select coins, array(select h ->> 'name' from jsonb_array_elements(house) h) as houses from liability_epoch`,
  });
  expect(row?.coins).toContain('USDT');
  expect(row?.houses).toEqual(['loans', 'options', 'rewards', 'spot']);
  await requireCleanAudit(database.db, AUDITS);
});

test('an epoch is shown with its place in the public log', async () => {
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${server.url}/api/liabilities`);
      expect(await answer.json()).toMatchObject({
        code: 1,
        data: { epoch: 1, index: expect.any(Number) as number, checkpoint: expect.any(String) as string },
      });
    },
    { timeout: 20_000, interval: 200 },
  );
});
