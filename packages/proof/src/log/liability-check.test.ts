import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { checkpointText } from './checkpoint.ts';
import { entryLine } from './entry.ts';
import { checkLiabilities, type LiabilityHead, type OwnedLeaves } from './liability-check.ts';
import { leafHash } from './merkle.ts';
import { cosignText, joinNote, signText } from './note.ts';
import { formatSum, leafNonce, sumLeaf, sumNode, sumStep } from './sum-tree.ts';
import { testKey, verifySignature } from './testing.ts';

const AT = '2026-11-22T12:00:00.000Z';
const log = testKey('plimsoll.example/log');
const witness = testKey('witness.example', 'cosignature');
const salt = '07'.repeat(32);
const leafOf = (owner: string, units: bigint) =>
  sumLeaf(leafNonce({ epoch: 3, owner, part: 1, parts: 1, salt }), [units]);
const left = leafOf('ada', 5n);
const right = leafOf('fees', 7n);
const top = sumNode(left, right);
const line = entryLine('liabilities', AT, {
  epoch: 3,
  root: bytesToHex(top.hash),
  coins: ['BTC'],
  totals: top.amounts.map((each) => formatSum(each)),
  leaves: 2,
  batch: 1,
  house: [{ name: 'fees', amounts: ['0.00000007'] }],
});

/** The entry alone in its log, cosigned so many seconds after it. */
function headOf(cosignedAfter: number): LiabilityHead {
  const text = checkpointText({ origin: log.key.name, size: 1, root: leafHash(new TextEncoder().encode(line)) });
  const checkpoint = joinNote(text, [
    signText(text, log.key, log.sign),
    cosignText(text, witness.key, witness.sign, Date.parse(AT) / 1000 + cosignedAfter),
  ]);
  return { epoch: 3, coins: ['BTC'], root: bytesToHex(top.hash), entry: line, index: 0, proof: [], checkpoint };
}
const owners: readonly OwnedLeaves[] = [
  { owner: 'ada', leaves: [{ part: 1, salt, amounts: ['0.00000005'], path: [sumStep('right', right)] }] },
  { owner: 'fees', leaves: [{ part: 1, salt, amounts: ['0.00000007'], path: [sumStep('left', left)] }] },
];
const checked = (head: LiabilityHead, of = owners) =>
  checkLiabilities(head, of, { logKeys: [log.key], witnesses: [witness.key], verify: verifySignature });

test('leaves that lead to a total in the log hold at every step, and are added up by owner', () => {
  expect(checked(headOf(1))).toMatchObject({
    entry: { epoch: 3 },
    size: 1,
    passed: ['entry', 'inclusion', 'leaves'],
    sums: [[5n], [7n]],
  });
  expect(checked(headOf(1)).failed).toBeUndefined();
});

test.each([
  ['entry', 'another epoch', { ...headOf(1), epoch: 4 }],
  ['entry', 'other coins', { ...headOf(1), coins: ['ETH'] }],
  ['entry', 'another root', { ...headOf(1), root: '00'.repeat(32) }],
  ['entry', 'no entry', { ...headOf(1), entry: '{}' }],
  ['inclusion', 'another place', { ...headOf(1), index: 1 }],
  ['inclusion', 'a path too long', { ...headOf(1), proof: [`${'A'.repeat(43)}=`] }],
  ['inclusion', 'no checkpoint', { ...headOf(1), checkpoint: '' }],
  [
    'inclusion',
    'a checkpoint changed after it was signed',
    { ...headOf(1), checkpoint: headOf(1).checkpoint.replace('\n1\n', '\n2\n') },
  ],
  ['inclusion', 'a cosignature of more than a minute before the entry', headOf(-61)],
] as const)('the step %s fails for %s', (step, _what, head) => {
  expect(checked(head)).toMatchObject({ failed: step, sums: [] });
});

const crooked = (amounts: readonly string[]): OwnedLeaves[] =>
  owners.map((each) => ({ ...each, leaves: each.leaves.map((leaf) => ({ ...leaf, amounts })) }));
test.each([
  ['nobody’s', []],
  ['an owner without a leaf', [{ owner: 'ada', leaves: [] }]],
  ['amounts that are short', crooked(['0.00000004'])],
  ['a leaf of somebody else', owners.map((each) => ({ ...each, owner: 'bob' }))],
])('the step leaves fails for %s', (_what, of) => {
  expect(checked(headOf(1), of)).toMatchObject({ failed: 'leaves', passed: ['entry', 'inclusion'], sums: [] });
});

test('a checkpoint that another key signed includes nothing', () => {
  const trust = { logKeys: [testKey('other/log').key], witnesses: [], verify: verifySignature };
  expect(checkLiabilities(headOf(1), owners, trust).failed).toBe('inclusion');
});
