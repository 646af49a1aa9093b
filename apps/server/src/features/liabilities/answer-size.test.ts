import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { entryLine, formatSum } from '@plimsoll/proof/log';
import { afterAll, expect, test } from 'vitest';
import { TreeFiles } from './tree-files.ts';
import {
  HEAD_FILE,
  NAMES_FILE,
  nodeAt,
  nodeBytes,
  PLACES_FILE,
  PLACES_ROW_BYTES,
  TREE_FILE,
  writePlaces,
} from './tree-layout.ts';

const COINS = 6;
const LEVELS = 22;
const LEAVES = 2 ** LEVELS;
/**
 * What a part has of each coin at most, in units of 10⁻⁸: a tenth of a bitcoin, a thousand dollars. A third of members have any of one coin.
 */
const PARTS = [10n ** 7n, 10n ** 8n, 10n ** 11n, 10n ** 9n, 10n ** 10n, 10n ** 11n];
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-size-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random64 = (): bigint => randomBytes(8).readBigUInt64BE();

/** A node of a level with a hash and sums as a tree of a million members has them. */
function nodeOf(level: number): Buffer {
  const node = Buffer.alloc(nodeBytes(COINS));
  randomBytes(32).copy(node);
  for (const [coin, part] of PARTS.entries()) {
    const isEmpty = level < 3 && random64() % 3n > 0n;
    // A third of three quarters of the leaves below have some, half of the most in the mean.
    const sum = isEmpty ? 0n : ((random64() % part) * 2n ** BigInt(level)) / 4n + 1n;
    node.writeBigUInt64BE(sum, nodeBytes(coin) + 8);
  }
  return node;
}

/** Just the nodes on the paths of four leaves, in a file with holes. */
function writeTree(places: readonly number[]): void {
  const tree = openSync(join(folder, TREE_FILE), 'w');
  for (const place of places)
    for (let level = 0; level <= LEVELS; level += 1) {
      const own = Math.floor(place / 2 ** level);
      for (const at of level === LEVELS ? [own] : [own, own ^ 1])
        writeSync(tree, nodeOf(level), 0, nodeBytes(COINS), nodeAt(LEAVES, level, at) * nodeBytes(COINS));
    }
  const row = Buffer.alloc(PLACES_ROW_BYTES);
  writePlaces(row, 0, { memberId: 7, nameAt: 0, nameBytes: 20, places });
  writeFileSync(join(folder, PLACES_FILE), row);
  writeFileSync(join(folder, NAMES_FILE), 'somebody@example.org');
  const key = randomBytes(32).toString('hex');
  writeFileSync(
    join(folder, HEAD_FILE),
    JSON.stringify({ epoch: 1, coins: COINS, leaves: LEAVES, members: 1, key, house: [] }),
  );
}

const NAMES = ['BTC', 'ETH', 'USDT', 'SOL', 'XRP', 'DOGE'];
const ROOT = randomBytes(32).toString('hex');

/** An entry of six coins and six house accounts. */
function entryOf(): string {
  const amounts = () => NAMES.map(() => formatSum(random64() % 10n ** 17n));
  const house = ['fees', 'loans', 'options', 'rewards', 'rounding', 'spot'].map((name) => ({
    name,
    amounts: amounts(),
  }));
  const fields = { epoch: 1, root: ROOT, coins: NAMES, totals: amounts(), leaves: LEAVES, batch: 123_456_789, house };
  return entryLine('liabilities', '2026-11-23T12:00:00.000Z', fields);
}

/** A note of the size of a checkpoint with this many signatures. */
const noteOf = (signatures: number): string =>
  `quay.example/log\n10000000\n${randomBytes(32).toString('base64')}\n\n${Array.from(
    { length: signatures },
    (_, n) => `— witness${n}.example ${randomBytes(76).toString('base64')}\n`,
  ).join('')}`;

test('a proof among four million leaves, four of them with six coins, is sent in ten kilobytes', async () => {
  writeTree([123_456, 1_048_577, 2_222_222, 4_194_303]);
  const proven = await (await TreeFiles.open(folder)).member(7);
  expect(proven?.leaves.map(({ path }) => path.length)).toEqual([LEVELS, LEVELS, LEVELS, LEVELS]);
  // Its place in a log of a million entries.
  const index = 999_999;
  const proof = Array.from({ length: 20 }, () => randomBytes(32).toString('base64'));
  const answer = JSON.stringify({
    code: 1,
    msg: 'Done',
    data: { ...proven, epoch: 1, coins: NAMES, root: ROOT, entry: entryOf(), index, proof, checkpoint: noteOf(2) },
  });
  // With as little effort as the server compresses answers.
  expect(gzipSync(answer, { level: 1 }).length).toBeLessThan(10_000);
});
