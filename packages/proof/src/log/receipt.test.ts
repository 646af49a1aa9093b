import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { toBase64, type Hash } from './bytes.ts';
import { checkpointText } from './checkpoint.ts';
import { choiceOf, choiceSalt, commitOf } from './commitment.ts';
import { entryLine } from './entry.ts';
import { inclusionProof, leafHash, nodeHash, rootOf } from './merkle.ts';
import { cosignText, joinNote, signText } from './note.ts';
import { batchPaths, batchText, checkReceipt, receiptFile, type Receipt, type ReceiptTrust } from './receipt.ts';
import { testKey, verifySignature } from './testing.ts';

const AT = '2026-11-22T12:00:03.000Z';
const AT_MS = Date.parse(AT);
const SALT = '5a'.repeat(32);
const log = testKey('plimsoll.example/log');
const witness = testKey('witness.example', 'cosignature');
const trust: ReceiptTrust = {
  logKeys: [log.key],
  witnesses: [witness.key],
  verify: verifySignature,
  nowMs: AT_MS + 5_000,
};

const opened = { direction: 'up', stake: '10.00000000', member: 7 } as const;
const placed = entryLine('option-taken', AT, {
  id: 1000,
  market: 'btcusdt',
  seconds: 5,
  accepted: AT,
  rate: '0.80000000',
  terms: 1,
  rules: 2,
  settings: 1,
  choice: choiceOf('up', choiceSalt(SALT)),
  commit: commitOf(opened, SALT),
});
const lines = [
  entryLine('ledger', AT, { number: 1, hash: 'cd'.repeat(32) }),
  placed,
  ...Array.from({ length: 3 }, (_, n) => entryLine('option-line', AT, { id: n, seq: 1, hash: 'ef'.repeat(32) })),
];

async function treeOf(entries: readonly string[]) {
  const leaves = entries.map((line) => leafHash(utf8ToBytes(line)));
  const read = (level: number, index: number): Hash => {
    let row = leaves;
    for (let at = 0; at < level; at += 1)
      row = row.flatMap((left, place) => {
        const right = row[place + 1];
        return place % 2 === 0 && right ? [nodeHash(left, right)] : [];
      });
    return row[index] ?? leafHash(new Uint8Array());
  };
  return { root: await rootOf(leaves.length, read), read };
}

async function receiptOf(cosignedAtMs = AT_MS): Promise<Receipt> {
  const { root, paths } = await batchPaths(lines);
  const batch = batchText(log.key.name, lines.length, root);
  const entries = ['an entry before', ...lines];
  const tree = await treeOf(entries);
  const text = checkpointText({ origin: log.key.name, size: entries.length, root: tree.root });
  return {
    entry: placed,
    salt: SALT,
    opened,
    signature: { i: 1, path: paths[1] ?? [], note: joinNote(batch, [signText(batch, log.key, log.sign)]) },
    index: 2,
    proof: (await inclusionProof(2, entries.length, tree.read)).map((hash) => toBase64(hash)),
    checkpoint: joinNote(text, [
      signText(text, log.key, log.sign),
      cosignText(text, witness.key, witness.sign, Math.floor(cosignedAtMs / 1000)),
    ]),
  };
}

test('an honest receipt holds at every step, and says how many witnesses saw it', async () => {
  const check = checkReceipt(await receiptOf(), trust);
  expect(check).toMatchObject({
    passed: ['entry', 'commitment', 'signature', 'inclusion', 'witnesses'],
    isPending: false,
    witnesses: 1,
  });
  expect(check.failed).toBeUndefined();
});

test('a receipt that is not in the log yet is pending for twelve seconds, and a broken promise after them', async () => {
  const young: Receipt = { ...(await receiptOf()), index: null, proof: null, checkpoint: null };
  expect(checkReceipt(young, trust)).toMatchObject({ isPending: true, passed: ['entry', 'commitment', 'signature'] });
  expect(checkReceipt(young, { ...trust, nowMs: AT_MS + 12_001 }).failed).toBe('inclusion');
  // Dated ahead, it would never be late.
  expect(checkReceipt(young, { ...trust, nowMs: AT_MS - 60_000 }).isPending).toBe(true);
  expect(checkReceipt(young, { ...trust, nowMs: AT_MS - 60_001 }).failed).toBe('inclusion');
});

test.each<[string, (receipt: Receipt) => Receipt, string]>([
  ['a changed entry', (r) => ({ ...r, entry: r.entry.replace('"seconds":5', '"seconds":6') }), 'signature'],
  ['an entry of another spelling', (r) => ({ ...r, entry: `${r.entry} ` }), 'entry'],
  ['another stake', (r) => ({ ...r, opened: { ...opened, stake: '10.00000001' } }), 'commitment'],
  ['the other direction', (r) => ({ ...r, opened: { ...opened, direction: 'down' } }), 'commitment'],
  ['another member', (r) => ({ ...r, opened: { ...opened, member: 8 } }), 'commitment'],
  ['a field too many', (r) => ({ ...r, opened: { ...opened, more: 1 } }), 'commitment'],
  ['no salt', (r) => ({ ...r, salt: null }), 'commitment'],
  ['another place in its batch', (r) => ({ ...r, signature: { ...r.signature, i: 0 } }), 'signature'],
  [
    'a batch signed by nobody',
    (r) => ({ ...r, signature: { ...r.signature, note: r.signature.note.split('\u2014')[0] ?? '' } }),
    'signature',
  ],
  [
    'a checkpoint for its batch',
    (r) => ({ ...r, signature: { ...r.signature, note: r.checkpoint ?? '' } }),
    'signature',
  ],
  ['another place in the log', (r) => ({ ...r, index: 1 }), 'inclusion'],
  ['a path cut short', (r) => ({ ...r, proof: r.proof?.slice(1) ?? null }), 'inclusion'],
  [
    'a checkpoint of another size',
    (r) => ({ ...r, checkpoint: r.checkpoint?.replace('\n6\n', '\n7\n') ?? null }),
    'inclusion',
  ],
  ['half of its place', (r) => ({ ...r, proof: null }), 'inclusion'],
])('a receipt with %s fails', async (_what, change, step) => {
  expect(checkReceipt(change(await receiptOf()), trust).failed).toBe(step);
});

test('an entry dated after the moment a witness saw it fails', async () => {
  expect(checkReceipt(await receiptOf(AT_MS - 61_000), trust).failed).toBe('witnesses');
});

test('a receipt signed by a key that is not the log’s fails', async () => {
  expect(checkReceipt(await receiptOf(), { ...trust, logKeys: [testKey('other').key] }).failed).toBe('signature');
});

test('a receipt of an option takes less than three kilobytes', async () => {
  expect(receiptFile(await receiptOf()).length).toBeLessThan(3_000);
});
