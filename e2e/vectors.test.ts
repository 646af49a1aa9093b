import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  checkReceipt,
  isEndOf,
  isOpened,
  parseEntry,
  parseSum,
  parseVerifierKey,
  sumOfLeaves,
  type Receipt,
  type ReceiptStep,
} from '@plimsoll/proof/log';
import { afterAll, describe, expect, test } from 'vitest';
import type { LiabilityProof } from './verifiers/liabilities.ts';
import { verifySignature } from './verifiers/log.ts';
import { vectorFiles } from './vectors/all.ts';

const VERIFY = fileURLToPath(new URL('../verify/', import.meta.url));
const VECTORS = join(VERIFY, 'vectors');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const VERIFIERS = [
  { name: 'verify.py', command: 'python3', isHere: hasPython },
  { name: 'verify.mjs', command: process.execPath, isHere: true },
];
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-vectors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the vectors are those that packages/proof makes: `npm run vectors` writes them', async () => {
  const files = await vectorFiles();
  expect(readdirSync(VECTORS).sort()).toEqual([...files.keys()].sort());
  for (const [name, content] of files)
    expect([name, readFileSync(join(VECTORS, name), 'utf8')]).toEqual([name, content]);
});

/** The step of packages/proof's own check that each name belongs to; it leaves other names to its callers. */
const STEPS: Readonly<Record<string, ReceiptStep>> = {
  entry: 'entry',
  commitment: 'commitment',
  direction: 'commitment',
  signature: 'signature',
  inclusion: 'inclusion',
  'not-logged': 'inclusion',
  time: 'witnesses',
};
/** What it finds of an option's end beside its beginning. */
const ENDS = ['no-option-taken', 'direction', 'stake', 'profit'];

/** Whether each end of an option follows from its beginning. */
function areEnds(receipts: readonly Receipt[]): boolean {
  const read = receipts.map(({ entry, opened }) => ({ entry: parseEntry(entry), opened }));
  return read.every(({ entry, opened }) => {
    if (entry?.t !== 'option-settled' || !isOpened('option-settled', opened)) return true;
    return read.some(
      (each) =>
        each.entry?.t === 'option-taken' &&
        isOpened('option-taken', each.opened) &&
        isEndOf({ entry, opened }, { entry: each.entry, opened: each.opened }),
    );
  });
}

test('packages/proof itself finds in receipts what the vectors say', () => {
  const { log_keys, witnesses, cases } = JSON.parse(readFileSync(join(VECTORS, 'receipts.json'), 'utf8')) as {
    log_keys: string[];
    witnesses: string[];
    cases: { what: string; now: string; receipts: Receipt[]; wrong: string | null }[];
  };
  const keysOf = (list: string[]) => list.flatMap((line) => parseVerifierKey(line) ?? []);
  const trust = { logKeys: keysOf(log_keys), witnesses: keysOf(witnesses), verify: verifySignature };
  const judged = cases.filter(({ wrong }) => wrong === null || wrong in STEPS || ENDS.includes(wrong));
  const found = judged.map(({ what, now, receipts }) => {
    const checks = receipts.map((receipt) => checkReceipt(receipt, { ...trust, nowMs: Date.parse(now) }));
    return { what, failed: checks.find(({ failed }) => failed)?.failed ?? (areEnds(receipts) ? undefined : 'end') };
  });
  const right = judged.map(({ what, wrong }, at) => {
    const isEnd = wrong !== null && ENDS.includes(wrong) && found[at]?.failed === 'end';
    return { what, failed: wrong === null ? undefined : isEnd ? 'end' : STEPS[wrong] };
  });
  expect(found).toEqual(right);
  expect(judged.length).toBeGreaterThan(12);
});

test('packages/proof itself adds up what the vectors say', () => {
  const { cases } = JSON.parse(readFileSync(join(VECTORS, 'liabilities.json'), 'utf8')) as {
    cases: { what: string; proof: LiabilityProof; wrong: string | null }[];
  };
  const judged = cases.filter(({ wrong }) => [null, 'leaf', 'path', 'totals', 'amount', 'overflow'].includes(wrong));
  const found = judged.map(({ what, proof: { epoch, owner, leaves, entry } }) => {
    const stated = parseEntry(entry);
    if (stated?.t !== 'liabilities') throw new Error(`${what}: not an entry of liabilities`);
    const totals = stated.totals.map((each) => parseSum(each) ?? 0n);
    const head = { root: Buffer.from(stated.root, 'hex'), coins: stated.coins, totals, leaves: stated.leaves };
    return { what, amounts: sumOfLeaves({ epoch, owner, head }, leaves) };
  });
  const amounts = [3n, 7n].map((coins) => coins * 10n ** 8n);
  expect(found).toEqual(judged.map(({ what, wrong }) => ({ what, amounts: wrong === null ? amounts : undefined })));
  expect(judged.length).toBeGreaterThan(8);
});

/** One change of each file, which a verifier that looks at it must find. */
const CHANGES: readonly (readonly [file: string, from: string | RegExp, to: string])[] = [
  ['canonical-json.json', /"sha256": "../, '"sha256": "00'],
  ['canonical-json.json', '"text": "1.0"', '"text": "1"'],
  ['entries.json', /"leaf": "../, '"leaf": "00'],
  [
    'entries.json',
    /("refused": \[\s+\{\s+"line": )".*"/,
    '$1"{\\"at\\":\\"2026-11-22T12:00:00.000Z\\",\\"hash\\":\\"' +
      'ab'.repeat(32) +
      '\\",\\"number\\":1,\\"t\\":\\"ledger\\",\\"v\\":1}"',
  ],
  ['commitments.json', /"salt": "../, '"salt": "00'],
  ['commitments.json', /"commit": "../, '"commit": "00'],
  ['commitments.json', /"choice": "../, '"choice": "00'],
  ['trees.json', /"root": "../, '"root": "00'],
  ['trees.json', /"index": 2,(\s+"size": 5)/, '"index": 1,$1'],
  ['trees.json', /"old": 3,(\s+"size": 7)/, '"old": 2,$1'],
  ['tiles.json', 'tile/1/x001/x234/067.p/1', 'tile/1/x001/x234/067.p/2'],
  ['tiles.json', /"sha256": "../, '"sha256": "00'],
  ['notes.json', /"time": \d+/, '"time": 1'],
  ['notes.json', '"wrong": "checkpoint"', '"wrong": "checkpoint-signature"'],
  ['receipts.json', '"wrong": null', '"wrong": "entry"'],
  ['receipts.json', '"wrong": "time"', '"wrong": null'],
  ['liabilities.json', /"nonce": "../, '"nonce": "00'],
  ['liabilities.json', '"node": null', '"node": {"hash": "00", "amounts": ["0.00000000", "0.00000000"]}'],
  ['liabilities.json', '"wrong": "totals"', '"wrong": null'],
];

describe.each(VERIFIERS)('$name', ({ name, command, isHere }) => {
  const check = (vectors: string) => spawnSync(command, [join(VERIFY, name), 'vectors', vectors], { encoding: 'utf8' });

  test.skipIf(!isHere)('every vector holds', () => {
    const { status, stdout } = check(VECTORS);
    expect(stdout).toContain('everything holds');
    expect(stdout.match(/^ok {2}[\w-]+: [1-9]\d* checks$/gm)).toHaveLength(readdirSync(VECTORS).length);
    expect(status).toBe(0);
  });

  test.skipIf(!isHere).each(CHANGES)('a change of %s at %s is found', (file, from, to) => {
    const copy = mkdtempSync(join(folder, 'changed-'));
    cpSync(VECTORS, copy, { recursive: true });
    const content = readFileSync(join(VECTORS, file), 'utf8');
    const changed = content.replace(from, to);
    expect(changed).not.toBe(content);
    writeFileSync(join(copy, file), changed);
    const { status, stdout } = check(copy);
    expect(stdout).toContain(`WRONG vector: ${file.replace('.json', '')}: `);
    expect(status).toBe(1);
  });
});
