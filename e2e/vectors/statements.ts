import {
  amountBytes,
  choiceOf,
  formatSum,
  formatVerifierKey,
  leafNonce,
  sumLeaf,
  sumNode,
  type Receipt,
  type SumNode,
} from '@plimsoll/proof/log';
import { CROOKED_FIGURES, CROOKED_RECEIPTS } from '../verifiers/crooked-receipts.ts';
import { CROOKED_LIABILITIES, liabilities } from '../verifiers/liabilities.ts';
import { checkpointOf, keyPair, LOG, receiptOf, WITNESS } from '../verifiers/log.ts';
import { makeWorld, SEEN_AT_MS, START_MS, type ProofWorld } from '../verifiers/world.ts';

// Vectors of what a member keeps: receipts and proofs of liabilities, good and bad (PROOF 3, 5).

const KEYS = { log_keys: [formatVerifierKey(LOG.key)], witnesses: [formatVerifierKey(WITNESS.key)] };
const NOW = new Date(SEEN_AT_MS).toISOString();

const ofOption = (line: string): boolean => /"id":1004,.*"t":"option-/.test(line);
const ofFill = (line: string): boolean => line.includes('"t":"fill"');

async function receiptsOf(
  { entries }: ProofWorld,
  wanted: (line: string) => boolean,
  checkpoint = checkpointOf(
    entries.map(({ line }) => line),
    SEEN_AT_MS,
  ),
): Promise<Receipt[]> {
  const places = entries.flatMap(({ line }, at) => (wanted(line) ? [at] : []));
  return Promise.all(places.map(async (at) => receiptOf(entries, at, checkpoint)));
}

interface ReceiptCase {
  readonly what: string;
  /** The time of the check. */
  readonly now: string;
  readonly receipts: readonly unknown[];
  readonly member?: number;
  readonly id?: number;
  /** The name of what is wrong; null when everything holds. */
  readonly wrong: string | null;
}

/** Lists of receipts as a member's file holds them, with what a check at `now` finds. */
export async function receiptVectors(): Promise<unknown> {
  const honest = makeWorld();
  const option = await receiptsOf(honest, ofOption);
  const fills = await receiptsOf(honest, ofFill);
  const first = option.slice(0, 1);
  const unlogged = first.map((receipt) => ({ ...receipt, index: null, proof: null, checkpoint: null }));
  const begunTwice = (await receiptsOf(otherRules(), ofOption)).slice(0, 1);
  const moved = await receiptsOf(honest, (line) => line.includes('"t":"journal"'));
  const versions = await receiptsOf(honest, (line) => line.includes('"t":"terms"'));
  const takenAtMs = Date.parse(/"at":"([^"]+)"/.exec(first[0]?.entry ?? '')?.[1] ?? '');
  const at = (ms: number): string => new Date(ms).toISOString();
  const cases: ReceiptCase[] = [
    { what: 'an option', now: NOW, receipts: option, member: 7, id: 1004, wrong: null },
    { what: 'fills', now: NOW, receipts: fills, member: 7, id: 500, wrong: null },
    { what: 'not logged, within its time', now: at(takenAtMs + 12_000), receipts: unlogged, wrong: null },
    { what: 'not logged, after its time', now: at(takenAtMs + 12_001), receipts: unlogged, wrong: 'not-logged' },
    { what: 'not logged, dated a minute ahead', now: at(takenAtMs - 60_000), receipts: unlogged, wrong: null },
    { what: 'not logged, dated further ahead', now: at(takenAtMs - 60_001), receipts: unlogged, wrong: 'not-logged' },
    { what: 'no receipt', now: NOW, receipts: [], wrong: 'receipt' },
    { what: 'an option, its end in front of its beginning', now: NOW, receipts: option.toReversed(), wrong: null },
    { what: 'the end of an option alone', now: NOW, receipts: option.slice(-1), wrong: 'no-option-taken' },
    { what: 'one option begun twice', now: NOW, receipts: [...begunTwice, ...option], wrong: 'twice' },
    { what: 'the second fill of an order alone', now: NOW, receipts: fills.slice(1), wrong: null },
    { what: 'an order without its first fill', now: NOW, receipts: fills.slice(1), id: 500, wrong: 'fill-missing' },
    { what: 'a movement', now: NOW, receipts: moved, member: 7, id: 90, wrong: null },
    { what: 'a movement of another member', now: NOW, receipts: moved, member: 71, wrong: 'member' },
    { what: 'another movement', now: NOW, receipts: moved, id: 91, wrong: 'id' },
    { what: 'nothing that names a member', now: NOW, receipts: option.slice(1, 2), member: 7, wrong: 'member' },
    { what: 'nothing that has a number', now: NOW, receipts: versions, id: 1, wrong: 'id' },
    { what: 'another member', now: NOW, receipts: first, member: 8, wrong: 'member' },
    { what: 'another option', now: NOW, receipts: first, id: 1005, wrong: 'id' },
    {
      what: 'a checkpoint dated back',
      now: NOW,
      receipts: await receiptsOf(honest, ofOption, datedBack(honest)),
      wrong: 'time',
    },
    {
      what: 'a direction that was not committed to',
      now: NOW,
      receipts: await receiptsOf(otherChoice(), ofOption),
      wrong: 'direction',
    },
    ...CROOKED_RECEIPTS.map(({ what, wrong, change }) => ({ what, now: NOW, receipts: first.map(change), wrong })),
  ];
  for (const { what, wrong, fraud } of CROOKED_FIGURES) {
    const receipts = await receiptsOf(makeWorld(fraud), (line) => ofOption(line) || ofFill(line));
    cases.push({ what, now: NOW, receipts, wrong });
  }
  return { ...KEYS, cases };
}

/** A checkpoint that a witness saw before its entries. */
const datedBack = ({ entries }: ProofWorld): string =>
  checkpointOf(
    entries.map(({ line }) => line),
    START_MS - 120_000,
  );

/** A world whose entries commit to one direction twice, differently. */
const otherChoice = (): ProofWorld =>
  makeWorld({
    fields: (type, fields) =>
      type === 'option-taken' ? { ...fields, choice: choiceOf('down', '0'.repeat(64)) } : fields,
  });

/** A world whose options were begun under other rules. */
const otherRules = (): ProofWorld =>
  makeWorld({ fields: (type, fields) => (type === 'option-taken' ? { ...fields, rules: 3 } : fields) });

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const shown = ({ hash, amounts }: SumNode): unknown => ({
  hash: hex(hash),
  amounts: amounts.map((each) => formatSum(each)),
});
const MAX = 2n ** 128n - 1n;

const LEAVES = [
  { owner: 'ada', part: 1, parts: 2, salt: '07'.repeat(32), amounts: [100_000_000n, 0n] },
  { owner: 'ada', part: 2, parts: 2, salt: '07'.repeat(32), amounts: [1n, 2n] },
  { owner: 'añb 🙂', part: 1, parts: 4, salt: 'ff'.repeat(32), amounts: [MAX - 99_999_999n, 0n] },
  { owner: 'fees', part: 1, parts: 1, salt: '00'.repeat(32), amounts: [0n, MAX - 2n] },
];

/** Leaves and nodes of the sum tree, and proofs of liabilities with what a check finds. Hashes of nodes are in hex. */
export function liabilityVectors(): unknown {
  const leaves = LEAVES.map(({ amounts, ...owner }) => {
    const nonce = leafNonce({ epoch: 3, ...owner });
    return { owner: { epoch: 3, ...owner }, nonce, node: sumLeaf(nonce, amounts) };
  });
  const nodes = leaves.flatMap(({ node: left }, at) =>
    leaves.slice(at + 1).flatMap(({ node: right }) => {
      try {
        return [{ left: shown(left), right: shown(right), node: shown(sumNode(left, right)) }];
      } catch {
        return [{ left: shown(left), right: shown(right), node: null }];
      }
    }),
  );
  const honest = liabilities();
  const otherKey = keyPair(LOG.key.name, 'ed25519', 9);
  return {
    ...KEYS,
    amounts: [0n, 1n, 100_000_000n, MAX].map((each) => ({ amount: formatSum(each), bytes: hex(amountBytes([each])) })),
    leaves: leaves.map(({ owner, nonce, node }) => ({ ...owner, nonce: hex(nonce), ...Object(shown(node)) })),
    nodes,
    cases: [
      { what: 'honest', proof: honest, owner: 'ada', wrong: null },
      { what: 'the proof of another', proof: honest, owner: 'bob', wrong: 'owner' },
      {
        what: 'a checkpoint of another key',
        proof: { ...honest, checkpoint: checkpointOf([honest.entry], SEEN_AT_MS, otherKey) },
        wrong: 'checkpoint-signature',
      },
      { what: 'another place in the log', proof: { ...honest, index: 1 }, wrong: 'inclusion' },
      ...CROOKED_LIABILITIES.map(({ what, wrong, change }) => ({ what, proof: change(honest), wrong })),
    ],
  };
}
