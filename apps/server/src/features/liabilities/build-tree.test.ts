import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sumOfLeaves, type SumTreeHead } from '@plimsoll/proof/log';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { TreeBuilder, type BuiltTree, type TreeMember, type TreeOwner } from './build-tree.ts';
import { TreeFiles } from './tree-files.ts';

const EPOCH = 7;
const base = mkdtempSync(join(tmpdir(), 'plimsoll-tree-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(base, `${(folders += 1)}`);

interface World {
  readonly coins: number;
  readonly members: readonly TreeMember[];
  readonly house: readonly TreeOwner[];
}

function build({ coins, members, house }: World, folder = newFolder()): { folder: string; tree: BuiltTree } {
  const builder = new TreeBuilder({ folder, epoch: EPOCH, coins, members: members.length, house });
  for (const member of members) builder.addMember(member);
  return { folder, tree: builder.finish() };
}

const headOf = (coins: number, { root, totals, leaves }: BuiltTree): SumTreeHead => ({
  root,
  coins: Array.from({ length: coins }, (_, n) => `C${n}`),
  totals,
  leaves,
});
const sums = (coins: number, all: readonly TreeOwner[]): bigint[] =>
  Array.from({ length: coins }, (_, coin) => all.reduce((sum, { amounts }) => sum + (amounts[coin] ?? 0n), 0n));

/** Amounts of every size that may be: none, some, and more than a double holds. */
const amount = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 0n, max: 3n }),
  fc.bigInt({ min: 0n, max: 10n ** 15n }),
  fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }),
  fc.bigInt({ min: 0n, max: 2n ** 120n }),
);
const world = fc.integer({ min: 0, max: 6 }).chain((coins) => {
  const amounts = fc.array(amount, { minLength: coins, maxLength: coins });
  return fc.record({
    coins: fc.constant(coins),
    members: fc
      .array(
        fc.record({ gap: fc.integer({ min: 1, max: 9 }), name: fc.string({ minLength: 1, maxLength: 40 }), amounts }),
        {
          maxLength: 20,
        },
      )
      .map((all) => {
        let id = 1_048_212;
        return all.map(({ gap, ...member }) => ({ ...member, id: (id += gap) }));
      }),
    house: fc.array(fc.record({ name: fc.constantFrom('spot', 'options', 'fees'), amounts }), { maxLength: 3 }),
  });
});

test('each owner’s leaves lead to the root and add up to what they have; the top is the sum of all', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (each) => {
      const { folder, tree } = build(each);
      expect(tree.totals).toEqual(sums(each.coins, [...each.members, ...each.house]));
      const files = await TreeFiles.open(folder);
      const head = headOf(each.coins, tree);
      for (const { id, name, amounts } of each.members) {
        const proven = await files.member(id);
        expect(proven?.owner).toBe(name);
        expect(proven?.leaves.length).toBeGreaterThanOrEqual(2);
        expect(proven?.leaves.length).toBeLessThanOrEqual(4);
        expect(sumOfLeaves({ epoch: EPOCH, owner: name, head }, proven?.leaves ?? [])).toEqual(amounts);
      }
      const house = await files.house();
      expect(house.map(({ owner, leaves }) => sumOfLeaves({ epoch: EPOCH, owner, head }, leaves))).toEqual(
        each.house.map(({ amounts }) => amounts),
      );
      expect(await files.member(1_048_212)).toBeUndefined();
      expect(await files.member(9_999_999)).toBeUndefined();
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 60 },
  );
});

const many = (count: number): TreeMember[] =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `m${n}`, amounts: [BigInt(n), 10n ** 20n] }));

test('a tree of several stretches holds too', async () => {
  const members = many(40_000);
  const { folder, tree } = build({ coins: 2, members, house: [] });
  expect(tree.leaves).toBe(131_072);
  const files = await TreeFiles.open(folder);
  for (const id of [1, 2, 777, 20_000, 39_999, 40_000]) {
    const { owner = '', leaves = [] } = (await files.member(id)) ?? {};
    expect(sumOfLeaves({ epoch: EPOCH, owner, head: headOf(2, tree) }, leaves)).toEqual(members[id - 1]?.amounts);
  }
});

test('leaves are at random places with random parts: two trees of the same balances have nothing in common', async () => {
  const members = many(300);
  const proofs = await Promise.all(
    [1, 2].map(async () => {
      const files = await TreeFiles.open(build({ coins: 2, members, house: [] }).folder);
      return Promise.all(members.map(({ id }) => files.member(id)));
    }),
  );
  const [first, second] = proofs.map((all) =>
    all.map((each) => each?.leaves.map(({ salt, amounts }) => ({ salt, amounts }))),
  );
  const salts = proofs.flat().flatMap((each) => each?.leaves.map(({ salt }) => salt) ?? []);
  expect(new Set(salts).size).toBe(salts.length);
  const partsOf = (all: typeof first) => all?.map((each) => each?.length);
  expect(partsOf(first)).not.toEqual(partsOf(second));
  expect(new Set(partsOf(first))).toEqual(new Set([2, 3, 4]));
  const sides = proofs.map((all) => all.map((each) => each?.leaves[0]?.path.map(({ side }) => side).join()));
  expect(new Set(sides[0]).size).toBeGreaterThan(200);
  expect(sides[0]).not.toEqual(sides[1]);
});

test.each<[string, bigint]>([
  ['below zero', -1n],
  ['at 2^128', 2n ** 128n],
])('an amount %s has no leaf', (_what, bad) => {
  expect(() => build({ coins: 1, members: [{ id: 1, name: 'a', amounts: [bad] }], house: [] })).toThrow(RangeError);
});

test('a sum at 2^128 has no node', () => {
  const members = [1, 2].map((id) => ({ id, name: `m${id}`, amounts: [2n ** 127n] }));
  expect(() => build({ coins: 1, members, house: [] })).toThrow('a sum beyond 2^128');
});

test('members come once each, in order, as many as announced, with an amount a coin', () => {
  const plan = { epoch: EPOCH, coins: 1, members: 2, house: [] };
  const one = { id: 5, name: 'a', amounts: [1n] };
  const builder = new TreeBuilder({ ...plan, folder: newFolder() });
  builder.addMember(one);
  expect(() => builder.addMember(one)).toThrow('out of order');
  expect(() => builder.finish()).toThrow('members are missing');
  expect(() => builder.addMember({ id: 6, name: 'b', amounts: [] })).toThrow('an amount a coin');
});

test('the files of a tree can be read by the server’s own user alone, and none is left over', () => {
  const { folder } = build({ coins: 1, members: many(3).map((each) => ({ ...each, amounts: [1n] })), house: [] });
  const names = readdirSync(folder).toSorted();
  expect(names).toEqual(['head.json', 'names', 'places', 'tree']);
  for (const name of names) expect((statSync(join(folder, name)).mode & 0o777).toString(8)).toBe('600');
});
