import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseServer, type DatabaseServer } from './simulate/database.ts';
import { runSeed } from './simulate/run-seed.ts';

let server: DatabaseServer;
beforeAll(async () => { server = await startDatabaseServer(); }, 60_000);
afterAll(() => server.stop());

test.each(['1', '2'])('model and server agree on everything that seed %s does', async (seed) => {
  const { failure } = await runSeed(server, { seed, members: 4, days: 1 });
  expect(failure?.error).toBeUndefined();
});

test('a fee that is wrong in its last decimal is found', async () => {
  const { failure } = await runSeed(server, { seed: '3', members: 3, days: 1, sabotage: ({ model }) => { model.world.settings.spotFee = 100_001n; } });
  expect(failure?.error.message).toMatch(/expected/);
});
