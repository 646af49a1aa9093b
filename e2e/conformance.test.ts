import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  consistencyProof,
  encodeBundle,
  formatVerifierKey,
  inclusionProof,
  leafHash,
  nodeHash,
  TILE_WIDTH,
  tilePath,
  toBase64,
  type Hash,
} from '@plimsoll/proof/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkpointOf, keyPair, LOG } from './verifiers/log.ts';
import { tilesOf } from './verifiers/serve.ts';
import { START_MS } from './verifiers/world.ts';

// A log of packages/proof, read by Go's own code for checksum databases (`verify/conformance`).

const PROGRAM = fileURLToPath(new URL('../verify/conformance/main.go', import.meta.url));
/** Where Debian's golang-golang-x-mod-dev puts it. */
const GOPATH = '/usr/share/gocode';
const isHere = spawnSync('go', ['version']).status === 0 && existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog'));
const WITHOUT = 'there is no Go with golang.org/x/mod (Debian: apt-get install golang-go golang-golang-x-mod-dev)';

const SIZE = 1_000;
const OLD = [1, 2, 3, 255, 256, 257, 512, 700, 999, 1_000];
const PROVEN = [0, 1, 255, 256, 511, 512, 767, 768, 998, 999];
const lines = Array.from({ length: SIZE }, (_, at) => `{"entry":${at}}`);

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-conformance-'));
const LOG_FOLDER = join(folder, 'log');
const READER = join(folder, 'reader');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(LOG_FOLDER, name)), { recursive: true });
  writeFileSync(join(LOG_FOLDER, name), content);
}

const read = (level: number, index: number): Hash =>
  level === 0
    ? leafHash(Buffer.from(lines[index] ?? ''))
    : nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
const proofFile = (proof: readonly Hash[]): string => proof.map((hash) => `${toBase64(hash)}\n`).join('');

/** The log's files as they are served below `/log/`. */
async function writeLog(): Promise<void> {
  write('vkey', `${formatVerifierKey(LOG.key)}\n`);
  write('checkpoint', checkpointOf(lines, START_MS));
  for (const [name, hashes] of tilesOf(lines).tiles) {
    const [level = 0, index = 0] = name.split('/').map(Number);
    write(tilePath({ level, index, width: hashes.length }), Buffer.concat(hashes));
  }
  for (let index = 0; index * TILE_WIDTH < SIZE; index += 1) {
    const bundle = lines.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    const bytes = encodeBundle(bundle.map((line) => Buffer.from(line)));
    write(tilePath({ level: 'entries', index, width: bundle.length }), bytes);
  }
  for (const old of OLD) {
    write(`old/${old}`, checkpointOf(lines.slice(0, old), START_MS));
    write(`consistency/${old}`, proofFile(await consistencyProof(old, SIZE, read)));
  }
  for (const index of PROVEN) write(`inclusion/${index}`, proofFile(await inclusionProof(index, SIZE, read)));
}

beforeAll(async () => {
  await writeLog();
  if (!isHere) return;
  const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOPATH, GOCACHE: join(folder, 'cache') };
  const { status, stderr } = spawnSync('go', ['build', '-o', READER, PROGRAM], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the Go program does not build: ${stderr}`);
}, 300_000);

const readBy = (log: string) => spawnSync(READER, [log], { encoding: 'utf8' });

describe('Go’s sumdb/tlog and note', () => {
  test('read our log: key, checkpoints, tiles, bundles, and our proofs', ({ skip }) => {
    skip(!isHere, WITHOUT);
    const { status, stdout } = readBy(LOG_FOLDER);
    expect(stdout).toBe('entries 1000, old checkpoints 10, proofs of inclusion 10, of consistency 10\n');
    expect(status).toBe(0);
  });

  const flip = (path: string): void => {
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const forked = lines.map((line, at) => (at < 600 ? line : line.replace('entry', 'other')));
  test.for<readonly [string, string, (log: string) => void]>([
    // Versions of Go differ in whether the tile is refused, or the proof that was made from it.
    ['a changed tile', '(?:a tile|an entry)', (log) => flip(join(log, 'tile/0/001'))],
    ['a changed partial tile', 'a tile', (log) => flip(join(log, 'tile/0/003.p/232'))],
    ['a changed tile above', 'a tile', (log) => flip(join(log, 'tile/1/000.p/3'))],
    ['a changed entry', 'an entry', (log) => flip(join(log, 'tile/entries/002'))],
    [
      'a checkpoint of a fork',
      'an old checkpoint',
      (log) => writeFileSync(join(log, 'old/700'), checkpointOf(forked.slice(0, 700), START_MS)),
    ],
    [
      'a checkpoint of another key',
      'checkpoint',
      (log) =>
        writeFileSync(join(log, 'checkpoint'), checkpointOf(lines, START_MS, keyPair(LOG.key.name, 'ed25519', 9))),
    ],
    [
      'a changed proof of inclusion',
      'a proof of inclusion',
      (log) => cpSync(join(log, 'inclusion/0'), join(log, 'inclusion/1')),
    ],
    [
      'a changed proof of consistency',
      'a proof of consistency',
      (log) => cpSync(join(log, 'consistency/255'), join(log, 'consistency/256')),
    ],
  ])('refuse %s', ([_what, named, change], { skip }) => {
    skip(!isHere, WITHOUT);
    const log = mkdtempSync(join(folder, 'changed-'));
    cpSync(LOG_FOLDER, log, { recursive: true });
    change(log);
    const { status, stdout } = readBy(log);
    expect(stdout).toMatch(new RegExp(`^${named}: `));
    expect(status).toBe(1);
  });
});
