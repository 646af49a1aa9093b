import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha } from './bytes.ts';
import {
  AMOUNT_LIMIT,
  formatSum,
  leafNonce,
  parseSum,
  sumLeaf,
  sumNode,
  sumOfLeaves,
  sumStep,
  type LeafProof,
  type SumNode,
  type SumStep,
} from './sum-tree.ts';

const COINS = ['BTC', 'USDT'];
const EPOCH = 3;
const SALT = '07'.repeat(32);
const units = fc.bigInt({ min: 0n, max: 10n ** 26n });

interface Tree {
  readonly rows: readonly (readonly SumNode[])[];
  readonly top: SumNode;
}

function treeOf(leaves: readonly SumNode[]): Tree {
  const rows: (readonly SumNode[])[] = [leaves];
  let row = leaves;
  while (row.length > 1) {
    const below = row;
    row = below.flatMap((left, at) => {
      const right = below[at + 1];
      return at % 2 === 0 && right ? [sumNode(left, right)] : [];
    });
    rows.push(row);
  }
  const [top] = row;
  if (!top) throw new RangeError('no leaves');
  return { rows, top };
}

function pathOf({ rows }: Tree, place: number): SumStep[] {
  return rows.slice(0, -1).flatMap((row, height) => {
    const at = Math.floor(place / 2 ** height);
    const sibling = row[at ^ 1];
    return sibling ? [sumStep(at % 2 === 0 ? 'right' : 'left', sibling)] : [];
  });
}

/** Two leaves of `ada`, one of somebody else, one of nobody. */
function world(parts: readonly (readonly [bigint, bigint])[]) {
  const owned = parts.map((amounts, at) =>
    sumLeaf(leafNonce({ epoch: EPOCH, owner: 'ada', part: at + 1, parts: parts.length, salt: SALT }), amounts),
  );
  const tree = treeOf([...owned, sumLeaf(sha('x'), [5n, 6n]), sumLeaf(sha('y'), [0n, 0n])]);
  const head = { root: tree.top.hash, coins: COINS, totals: tree.top.amounts, leaves: 4 };
  const leaves = parts.map((amounts, at): LeafProof => ({
    part: at + 1,
    salt: SALT,
    amounts: amounts.map((amount) => formatSum(amount)),
    path: pathOf(tree, at),
  }));
  return { tree, head, leaves };
}

test('an owner’s leaves lead to the root, and their sum is the owner’s balance', () => {
  fc.assert(
    fc.property(units, units, units, units, (a, b, c, d) => {
      const { head, leaves } = world([
        [a, b],
        [c, d],
      ]);
      expect(sumOfLeaves({ epoch: EPOCH, owner: 'ada', head }, leaves)).toEqual([a + c, b + d]);
    }),
  );
});

const { head, leaves } = world([
  [100n, 200n],
  [300n, 400n],
]);
const [first, second] = leaves;
const alter = (change: (leaf: LeafProof) => LeafProof): LeafProof[] =>
  leaves.map((leaf, at) => (at === 0 ? change(leaf) : leaf));
const alterStep = (change: (step: SumStep) => SumStep): LeafProof[] =>
  alter((leaf) => ({ ...leaf, path: leaf.path.map((step, at) => (at === 1 ? change(step) : step)) }));

test.each<[string, readonly LeafProof[]]>([
  ['an amount 10⁻⁸ short', alter((leaf) => ({ ...leaf, amounts: ['0.00000099', '0.00000200'] }))],
  ['a negative amount', alter((leaf) => ({ ...leaf, amounts: ['-0.00000100', '0.00000200'] }))],
  ['a sibling’s amount changed', alterStep((step) => ({ ...step, amounts: ['0.00000004', '0.00000006'] }))],
  [
    'a sibling’s amount that overflows',
    alterStep((step) => ({ ...step, amounts: [formatSum(AMOUNT_LIMIT - 1n), '0.00000006'] })),
  ],
  ['a sibling on the other side', alterStep((step) => ({ ...step, side: step.side === 'left' ? 'right' : 'left' }))],
  ['one leaf twice', first ? [first, { ...first, part: 2 }] : []],
  ['a part missing', first ? [first] : []],
  ['parts in another order', second && first ? [second, first] : []],
  ['a path cut short', alter((leaf) => ({ ...leaf, path: leaf.path.slice(1) }))],
  ['another salt', alter((leaf) => ({ ...leaf, salt: '08'.repeat(32) }))],
  ['no leaves', []],
])('%s is refused', (_what, changed) => {
  expect(sumOfLeaves({ epoch: EPOCH, owner: 'ada', head }, changed)).toBeUndefined();
});

test('leaves of one member are not another’s, nor of another epoch, nor of another total', () => {
  expect(sumOfLeaves({ epoch: EPOCH, owner: 'ada', head }, leaves)).toEqual([400n, 600n]);
  expect(sumOfLeaves({ epoch: EPOCH, owner: 'bob', head }, leaves)).toBeUndefined();
  expect(sumOfLeaves({ epoch: EPOCH + 1, owner: 'ada', head }, leaves)).toBeUndefined();
  expect(sumOfLeaves({ epoch: EPOCH, owner: 'ada', head: { ...head, totals: [1n, 2n] } }, leaves)).toBeUndefined();
});

test('a sum at 2^128 or above, or below zero, has no node', () => {
  const large = sumLeaf(sha('a'), [AMOUNT_LIMIT - 1n]);
  expect(() => sumNode(large, sumLeaf(sha('b'), [1n]))).toThrow(RangeError);
  expect(() => sumLeaf(sha('c'), [-1n])).toThrow(RangeError);
  expect(() => sumLeaf(sha('c'), [AMOUNT_LIMIT])).toThrow(RangeError);
});

test('an amount is read as it is written, and no other spelling is', () => {
  fc.assert(
    fc.property(units, (amount) => {
      expect(parseSum(formatSum(amount))).toBe(amount);
    }),
  );
  for (const bad of ['1', '1.0', '01.00000000', '+1.00000000', '.00000001', '1.000000001', '1e8', ''])
    expect(parseSum(bad)).toBeUndefined();
});
