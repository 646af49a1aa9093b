import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { startDatabaseServer, type DatabaseServer } from './simulate/database.ts';
import { readOptions } from './simulate/options.ts';
import { runSeed, type SeedOptions } from './simulate/run-seed.ts';

let server: DatabaseServer;
beforeAll(async () => {
  server = await startDatabaseServer();
}, 60_000);
afterAll(() => server.stop());

const run = (seed: string, sabotage?: SeedOptions['sabotage']) =>
  runSeed(server, { seed, members: 4, days: 1, ...(sabotage ? { sabotage } : {}) });

test('model and server agree on every step of a seed, and a seed repeats itself', async () => {
  const [first, second] = [await run('1'), await run('1')];
  expect(first.failure?.error).toBeUndefined();
  expect(second.events).toEqual(first.events);
});

test('model and server agree on another seed, which does other things', async () => {
  const { failure } = await run('2');
  expect(failure?.error).toBeUndefined();
});

test('a fee that is off in its last decimal is found', async () => {
  const { failure } = await run('1', ({ model }) => {
    model.world.settings.spotFee = 100_001n;
  });
  expect(failure?.error.message).toMatch(/coin \d: expected/);
});

test('a balance that was changed behind the ledger by its smallest part is found', async () => {
  const { failure } = await run('2', async ({ url }, step) => {
    if (step !== 5) return;
    const owner = openDb(url, { role: null, connections: 1 });
    await owner.run(
      sql<never>(
        'test.tamper',
        `update ledger_account set available = available + 0.00000001 where id = (select max(id) from ledger_account where member_id is not null)`,
      ),
    );
    await owner.close();
  });
  expect(failure?.step).toBeLessThanOrEqual(15);
  // By the check that runs first: all balances, or an operator's report.
  expect(failure?.error.message).toMatch(/(member \d+ account \d coin \d|difference of \w+): expected/);
});

test('a command line that says nonsense is refused', () => {
  expect(readOptions(['--seed', '7', '--seeds', '3'])).toEqual({ seed: '7', seeds: 3, members: 5, days: 3 });
  expect(() => readOptions(['--seed', 'a b'])).toThrow(/usage/);
  expect(() => readOptions(['--seed', 'quay', '--seeds', '2'])).toThrow(/number/);
});
