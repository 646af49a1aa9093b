import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { checkpointText, formatVerifierKey, joinNote, signText } from '@plimsoll/proof/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG } from './verifiers/log.ts';
import { serve, tilesOf } from './verifiers/serve.ts';
import { makeWorld, SEEN_AT_MS } from './verifiers/world.ts';

// Witnesses as their operators start them, between a log and the verifiers of `verify/`.

const WITNESS = fileURLToPath(new URL('../apps/witness/src/main.ts', import.meta.url));
const SHIFTED_CLOCK = fileURLToPath(new URL('faults/ground/shifted-clock.ts', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const VERIFIERS = [
  { name: 'verify.py', command: 'python3', isHere: hasPython },
  { name: 'verify.mjs', command: process.execPath, isHere: true },
];
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-witnesses-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly url: string;
  readonly vkey: string;
}

/** A witness whose clock shows a time after the world's end. */
async function startWitness(name: string): Promise<Running> {
  const clock = join(folder, `${name}.clock`);
  writeFileSync(clock, String(SEEN_AT_MS - Date.now()));
  const child = spawn(process.execPath, ['--import', SHIFTED_CLOCK, WITNESS], {
    env: {
      ...process.env,
      CLOCK_FILE: clock,
      WITNESS_PORT: '0',
      WITNESS_NAME: `${name}.example`,
      WITNESS_DIR: join(folder, name),
      WITNESS_LOGS: join(folder, 'logs'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url = '', vkey = ''] = /^ready (\S+) (\S+)$/.exec(line) ?? [];
    return { url, vkey };
  }
  throw new Error('the witness ended before it was ready');
}

const world = makeWorld();
const lines = world.entries.map(({ line }) => line);
const text = checkpointText({ origin: LOG.key.name, size: lines.length, root: tilesOf(lines).root });
const signed = signText(text, LOG.key, LOG.sign);
const VKEY = formatVerifierKey(LOG.key);
let witnesses: Running[] = [];
beforeAll(async () => {
  writeFileSync(join(folder, 'logs'), `${VKEY}\n`);
  witnesses = await Promise.all(['one', 'two'].map(startWitness));
});

describe.each(VERIFIERS)('$name', (verifier) => {
  test.skipIf(!verifier.isHere)('two witnesses cosign one checkpoint, and it accepts both', async () => {
    const cosignatures = await Promise.all(
      witnesses.map(async ({ url }) => {
        const body = (old: number): string => `old ${old}\n\n${joinNote(text, [signed])}`;
        const post = async (old: number) => fetch(`${url}/add-checkpoint`, { method: 'POST', body: body(old) });
        const first = await post(0);
        // The test of the other verifier was here before: the same size is cosigned again.
        return (first.status === 409 ? await post(Number(await first.text())) : first).text();
      }),
    );
    const checkpoint = joinNote(text, [signed, ...cosignatures]);
    const served = await serve({ lines, checkpoint, vkey: VKEY, marks: world.marks });
    const trusted = witnesses.flatMap(({ vkey }) => ['--witness', vkey]);
    const file = fileURLToPath(new URL(`../verify/${verifier.name}`, import.meta.url));
    try {
      const { code, output } = await run(verifier.command, [
        file,
        'log',
        `${served.url}/log`,
        '--vkey',
        VKEY,
        ...trusted,
      ]);
      expect(output).toContain('witnesses: 2 saw the checkpoint');
      expect(code).toBe(0);
    } finally {
      served.close();
    }
  });
});

const run = async (command: string, args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(command, args, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
