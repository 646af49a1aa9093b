import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../apps/server/src/database.ts';
import { makeFirstOperator } from '../../apps/server/src/features/operators/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { connected } from '../../apps/server/src/platform/connection.ts';
import { sql } from '../../apps/server/src/platform/db.ts';
import { createPasswords } from '../../apps/server/src/platform/passwords.ts';
import { findRunning } from '../../apps/server/src/platform/postgres/index.ts';

const PROGRAM = fileURLToPath(new URL('../audit.ts', import.meta.url));

function audit(env: Record<string, string>): Promise<{ status: number; output: string }> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM], { env: { PATH, ...env } }, (_, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, output: stdout + stderr });
    });
  });
}

test('the audit works with and without a running server, and finds an unsound ledger', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'audit-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const database = await openDatabase({ dataDir: DATA_DIR }, { info: () => {}, error: () => {} });
  const running = await audit({ DATA_DIR });
  expect(running).toEqual({
    status: 0,
    output: expect.stringMatching(/^ok {2}the chain is intact: [^]*audit clean: \d+ checks\n$/m) as string,
  });
  await connected((await findRunning(DATA_DIR))?.url ?? '', (owner) =>
    owner.query('update ledger_head set journal_id = 7'),
  );
  const wrong = await audit({ DATA_DIR });
  expect(wrong).toEqual({
    status: 1,
    output: expect.stringMatching(/^OFF the chain is intact: [^]*audit off: 1 of \d+ checks\n$/m) as string,
  });
  await database.close();
  expect(await audit({ DATA_DIR })).toEqual(wrong);
  expect(await findRunning(DATA_DIR)).toBeUndefined();
});

test('a right or a setting that the server’s own role gave past the console ends the audit with 1, and is named', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'audit-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const database = await openDatabase({ dataDir: DATA_DIR }, { info: () => {}, error: () => {} });
  onTestFinished(() => database.close());
  const { db } = database;
  await makeFirstOperator(
    { username: 'purser', password: 'of this test alone' },
    { db, clock: systemClock, passwords: createPasswords() },
  );
  expect((await audit({ DATA_DIR })).status).toBe(0);
  const run = (text: string) => db.run(sql<never>(`test.${text.length}`, text));
  await run(`insert into operator (username, password_hash, role, created_at) values ('stowaway', '', 'owner', now())`);
  await run(`insert into setting (key, value) values ('four_eyes_threshold', '"999999999"')`);
  const { status, output } = await audit({ DATA_DIR });
  expect(status).toBe(1);
  expect(output).toContain('stowaway: role is "owner", the log last says nothing');
  expect(output).toContain('setting four_eyes_threshold is "999999999", the log last says nothing');
});

test.each([
  [{ DATA_DIR: '/nowhere/at/all' }, 'There is no database in /nowhere/at/all.'],
  [{ DATABASE_URL: 'postgres://nobody@localhost:1/none' }, 'ECONNREFUSED'],
  [{ PORT: 'x' }, 'PORT must be'],
])('where it cannot look (%j) it says so and ends with 2', async (env, why) => {
  const { status, output } = await audit(env);
  expect(status).toBe(2);
  expect(output).toContain('The audit cannot look: ');
  expect(output).toContain(why);
});
