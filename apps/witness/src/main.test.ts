import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { joinNote, openNote, parseVerifierKey } from '@plimsoll/proof/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifySignature } from './ed25519.ts';
import { logKey, requestOf, TestLog } from './testing/test-log.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const DIES = fileURLToPath(new URL('testing/dies-after-writing.ts', import.meta.url));
const KEY = logKey('log.example/log', 'first');
const LOG = new TestLog(
  KEY.key.name,
  Array.from({ length: 100 }, (_, at) => `entry ${at}`),
);

let folder = '';
const children: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-witness-'));
  writeFileSync(join(folder, 'logs'), `# logs\n\n${KEY.vkey}\n`);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const environment = (name: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  WITNESS_PORT: '0',
  WITNESS_NAME: 'witness.example/w1',
  WITNESS_DIR: join(folder, name),
  WITNESS_LOGS: join(folder, 'logs'),
  ...changes,
});

async function start(name: string): Promise<{ child: ChildProcess; url: string; vkey: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: environment(name),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url = '', vkey = ''] = /^ready (\S+) (\S+)$/.exec(line) ?? [];
    return { child, url, vkey };
  }
  throw new Error('the witness ended before it was ready');
}

const post = async (url: string, old: number, size: number): Promise<Response> =>
  fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: requestOf(old, await LOG.proof(old, size), await LOG.checkpoint(size, KEY)),
  });

const refusedStart = (name: string, changes: NodeJS.ProcessEnv): string => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: environment(name, changes),
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(status).toBe(1);
  return stderr;
};

test('the program says where it is ready and by which key, cosigns, and ends cleanly', async () => {
  const { child, url, vkey } = await start('clean');
  const key = parseVerifierKey(vkey);
  expect(key?.type).toBe('cosignature');
  expect(statSync(join(folder, 'clean', 'key')).mode & 0o777).toBe(0o600);
  const line = await (await post(url, 0, 10)).text();
  expect(openNote(joinNote(await LOG.text(10), [line]), key ? [key] : [], verifySignature)?.signatures).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const again = await start('clean');
  expect(again.vkey).toBe(vkey);
  again.child.kill('SIGINT');
  expect(await once(again.child, 'exit')).toEqual([0, null]);
});

test('killed between writing and answering it goes on from what it wrote', async () => {
  const body = requestOf(0, [], await LOG.checkpoint(10, KEY));
  const killed = spawnSync(process.execPath, [DIES], { env: environment('killed'), input: body, encoding: 'utf8' });
  expect(killed.signal).toBe('SIGKILL');
  expect(killed.stdout).toBe('');
  const { url } = await start('killed');
  const late = await post(url, 0, 10);
  expect([late.status, await late.text()]).toEqual([409, '10\n']);
  expect((await post(url, 10, 10)).status).toBe(200);
  expect((await post(url, 10, 20)).status).toBe(200);
});

test('a witness that was killed starts again, and never two work in one folder', async () => {
  const { child, url } = await start('held');
  expect((await post(url, 0, 10)).status).toBe(200);
  expect(refusedStart('held', {})).toContain('WITNESS_DIR: another witness works in');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const again = await start('held');
  expect((await post(again.url, 10, 20)).status).toBe(200);
});

test('a wrong variable stops the start with a sentence that begins with its name', async () => {
  const { child } = await start('named');
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(refusedStart('named', { WITNESS_NAME: 'witness.example/w2' })).toMatch(/^WITNESS_NAME: .* another name/);
  expect(refusedStart('wrong', { WITNESS_NAME: '' })).toMatch(/^WITNESS_NAME must be set/);
  expect(refusedStart('wrong', { WITNESS_PORT: '65536' })).toMatch(/^WITNESS_PORT must be/);
  expect(refusedStart('wrong', { WITNESS_LOGS: '' })).toMatch(/^WITNESS_LOGS must be set/);
  expect(refusedStart('wrong', { WITNESS_LOGS: join(folder, 'none') })).toMatch(/^WITNESS_LOGS: .* cannot be read/);
  expect(refusedStart('wrong', { WITNESS_KEY: join(folder, 'logs') })).toMatch(/^WITNESS_KEY: .* holds no key/);
  writeFileSync(join(folder, 'damaged'), KEY.vkey.replace('log.example', 'l0g.example'));
  expect(refusedStart('wrong', { WITNESS_LOGS: join(folder, 'damaged') })).toMatch(
    /^WITNESS_LOGS: not the verifier key/,
  );
});
