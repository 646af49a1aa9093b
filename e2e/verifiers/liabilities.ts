import {
  entryLine,
  formatSum,
  leafNonce,
  sumLeaf,
  sumNode,
  sumStep,
  type LeafProof,
  type SumNode,
  type SumStep,
} from '@plimsoll/proof/log';
import { checkpointOf } from './log.ts';
import { SEEN_AT_MS } from './world.ts';

/** What `getLiabilityProof` answers. */
export interface LiabilityProof {
  readonly epoch: number;
  readonly coins: readonly string[];
  readonly owner: string;
  readonly leaves: readonly LeafProof[];
  readonly root: string;
  readonly entry: string;
  readonly index: number;
  readonly proof: readonly string[];
  readonly checkpoint: string;
}

/** A tree of two leaves of `ada` and two of `bob`, alone in its log; `totals` as the entry states them. */
export function liabilities(totals?: readonly string[], epoch = 3): LiabilityProof {
  const salt = '07'.repeat(32);
  const amounts = [
    [1n, 3n],
    [2n, 4n],
    [0n, 2n],
    [0n, 0n],
  ].map((each) => each.map((units) => units * 10n ** 8n));
  const leaves = amounts.map((each, at) =>
    sumLeaf(leafNonce({ epoch, owner: at < 2 ? 'ada' : 'bob', part: 1 + (at % 2), parts: 2, salt }), each),
  );
  const pairs = [0, 2].map((at) => sumNode(nodeAt(leaves, at), nodeAt(leaves, at + 1)));
  const top = sumNode(nodeAt(pairs, 0), nodeAt(pairs, 1));
  const root = Buffer.from(top.hash).toString('hex');
  const coins = ['BTC', 'USDT'];
  const entry = entryLine('liabilities', '2026-11-22T12:00:00.000Z', {
    epoch,
    root,
    coins,
    totals: totals ?? top.amounts.map((each) => formatSum(each)),
    leaves: 4,
    batch: 1,
    house: [],
  });
  const own = leaves.slice(0, 2).map((_, at) => ({
    part: at + 1,
    salt,
    amounts: (amounts[at] ?? []).map((each) => formatSum(each)),
    path: [sumStep(at === 0 ? 'right' : 'left', nodeAt(leaves, 1 - at)), sumStep('right', nodeAt(pairs, 1))],
  }));
  const checkpoint = checkpointOf([entry], SEEN_AT_MS);
  return { epoch, coins, owner: 'ada', leaves: own, root, entry, index: 0, proof: [], checkpoint };
}

function nodeAt(nodes: readonly SumNode[], at: number): SumNode {
  const node = nodes[at];
  if (!node) throw new RangeError(`no node ${at}`);
  return node;
}

const onLeaf = (proof: LiabilityProof, change: (leaf: LeafProof) => LeafProof): LiabilityProof => ({
  ...proof,
  leaves: proof.leaves.map((leaf, at) => (at === 0 ? change(leaf) : leaf)),
});
const onStep = (proof: LiabilityProof, change: (step: SumStep) => SumStep): LiabilityProof =>
  onLeaf(proof, (leaf) => ({ ...leaf, path: leaf.path.map((step, at) => (at === 1 ? change(step) : step)) }));

/** A list with its first item changed. */
const first = (list: readonly string[], change: (item: string) => string): string[] =>
  list.map((item, at) => (at === 0 ? change(item) : item));
/** An amount with some units of 10⁻⁸ more. */
const other = (figure: string, units: bigint): string => formatSum(BigInt(figure.replace('.', '')) + units);

/** Changes of a proof, each with the name by which verifiers must call it. */
export const CROOKED_LIABILITIES: readonly {
  readonly what: string;
  readonly wrong: string;
  readonly change: (proof: LiabilityProof) => unknown;
}[] = [
  { what: 'a member left out', wrong: 'leaf', change: (p) => ({ ...p, leaves: [] }) },
  {
    what: 'a balance 10⁻⁸ short',
    wrong: 'leaf',
    change: (p) => onLeaf(p, (leaf) => ({ ...leaf, amounts: first(leaf.amounts, (each) => other(each, -1n)) })),
  },
  {
    what: 'sums that the node does not cover',
    wrong: 'leaf',
    change: (p) => onStep(p, (step) => ({ ...step, amounts: first(step.amounts, (each) => other(each, 1n)) })),
  },
  {
    what: 'a negative leaf',
    wrong: 'amount',
    change: (p) => onStep(p, (step) => ({ ...step, amounts: first(step.amounts, () => '-1.00000000') })),
  },
  {
    what: 'a sum that overflows',
    wrong: 'overflow',
    change: (p) => onStep(p, (step) => ({ ...step, amounts: first(step.amounts, () => formatSum(2n ** 128n - 1n)) })),
  },
  {
    what: 'a nonce used twice',
    wrong: 'leaf',
    change: (p) => ({ ...p, leaves: [p.leaves[0], { ...p.leaves[0], part: 2 }] }),
  },
  { what: 'leaves of another member', wrong: 'leaf', change: (p) => ({ ...p, owner: 'bob' }) },
  { what: 'half a place in the log', wrong: 'inclusion', change: (p) => ({ ...p, index: 0.5 }) },
  { what: 'another epoch', wrong: 'entry', change: (p) => ({ ...p, epoch: p.epoch + 1 }) },
  {
    what: 'a path cut short',
    wrong: 'path',
    change: (p) => onLeaf(p, (leaf) => ({ ...leaf, path: leaf.path.slice(1) })),
  },
  { what: 'totals of less', wrong: 'totals', change: () => liabilities(['3.00000000', '8.00000000']) },
];
