import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalBytes, sha, type Hash } from './bytes.ts';
import {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  isExtension,
  leafHash,
  nodeHash,
  rootByPath,
  rootOf,
  type ReadHash,
} from './merkle.ts';

const leaves = (count: number): Hash[] => Array.from({ length: count }, (_, at) => leafHash(sha(`leaf ${at}`)));

/** The tree by the definition of RFC 6962, 2.1, without any cleverness. */
function naiveRoot(hashes: readonly Hash[]): Hash {
  const [only] = hashes;
  if (!only) return EMPTY_ROOT;
  if (hashes.length === 1) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return nodeHash(naiveRoot(hashes.slice(0, split)), naiveRoot(hashes.slice(split)));
}
const reading =
  (all: readonly Hash[]): ReadHash =>
  (level, index) => {
    const part = all.slice(index * 2 ** level, (index + 1) * 2 ** level);
    if (part.length !== 2 ** level) throw new RangeError(`no complete subtree ${level}/${index}`);
    return naiveRoot(part);
  };
const sizes = fc.integer({ min: 1, max: 130 });

test('an empty tree’s root is the hash of nothing', async () => {
  expect(equalBytes(await rootOf(0, reading([])), EMPTY_ROOT)).toBe(true);
});

test('the root is that of the definition for every size', async () => {
  const all = leaves(130);
  for (let size = 1; size <= all.length; size += 1)
    expect(equalBytes(await rootOf(size, reading(all)), naiveRoot(all.slice(0, size)))).toBe(true);
});

test('every leaf is proven to be in the tree, and in no other place, tree or size', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, place, other) => {
      const all = leaves(size);
      const index = place % size;
      const leaf = all[index] ?? EMPTY_ROOT;
      const path = await inclusionProof(index, size, reading(all));
      const root = naiveRoot(all);
      const leadsThere = (found: Hash | undefined) => found !== undefined && equalBytes(found, root);
      expect(leadsThere(rootByPath(index, size, leaf, path))).toBe(true);
      const elsewhere = other % size;
      expect(leadsThere(rootByPath(elsewhere, size, leaf, path))).toBe(elsewhere === index);
      expect(leadsThere(rootByPath(index, size, sha('another leaf'), path))).toBe(false);
      expect(leadsThere(rootByPath(index, size, leaf, [...path, root]))).toBe(false);
      expect(leadsThere(rootByPath(index, size, leaf, path.slice(1)))).toBe(size === 1);
      expect(rootByPath(size, size, leaf, path)).toBeUndefined();
      expect(rootByPath(index + 0.5, size, leaf, path)).toBeUndefined();
    }),
  );
});

test('a tree is proven to extend each one before it, and none with another root', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (size, before) => {
      const all = leaves(size);
      const old = 1 + (before % size);
      const proof = await consistencyProof(old, size, reading(all));
      const then = { size: old, root: naiveRoot(all.slice(0, old)) };
      const now = { size, root: naiveRoot(all) };
      expect(isExtension(then, now, proof)).toBe(true);
      expect(isExtension({ ...then, root: sha('fork') }, now, proof)).toBe(false);
      expect(isExtension(then, { ...now, root: sha('fork') }, proof)).toBe(false);
      expect(isExtension(then, now, [...proof, now.root])).toBe(false);
      expect(isExtension(then, now, proof.slice(0, -1))).toBe(old === size);
      expect(isExtension(now, then, proof)).toBe(old === size);
    }),
  );
});

test('an empty tree is extended by any, with an empty proof', () => {
  const now = { size: 3, root: naiveRoot(leaves(3)) };
  expect(isExtension({ size: 0, root: EMPTY_ROOT }, now, [])).toBe(true);
  expect(isExtension({ size: 0, root: now.root }, now, [])).toBe(false);
});
