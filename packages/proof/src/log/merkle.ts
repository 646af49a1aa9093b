import { equalBytes, sha, type Hash } from './bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf's bytes (RFC 6962, 2.1). */
export const leafHash = (bytes: Uint8Array): Hash => sha(LEAF, bytes);
/** The hash of two subtrees (RFC 6962, 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha(NODE, left, right);
/** The root of a tree without leaves. */
export const EMPTY_ROOT: Hash = sha();

/** The leaves from `from` up to, not including, `to`; `from` is a multiple of the largest power of two below. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** Reads the hash of the complete subtree of 2^level leaves that is number `index` from the left. */
export type ReadHash = (level: number, index: number) => Hash | Promise<Hash>;

/** The largest power of two below `n`, which is at least 2. Counted, since logarithms of large numbers are rounded. */
function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The complete subtrees of a range, from the left. */
function subtreesOf({ from, to }: LeafRange): { level: number; index: number }[] {
  const subtrees: { level: number; index: number }[] = [];
  for (let at = from; at < to;) {
    const leaves = splitOf(to - at + 1);
    subtrees.push({ level: Math.log2(leaves), index: at / leaves });
    at += leaves;
  }
  return subtrees;
}

/** The hashes of subtrees from the left, joined to the hash of the tree they make. */
export const joinSubtrees = (hashes: readonly Hash[]): Hash =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));

/** The hash over a range of leaves. */
const rangeHash = async (range: LeafRange, read: ReadHash): Promise<Hash> =>
  joinSubtrees(await Promise.all(subtreesOf(range).map(async ({ level, index }) => read(level, index))));

/** The root of a tree of `size` leaves. */
export const rootOf = async (size: number, read: ReadHash): Promise<Hash> => rangeHash({ from: 0, to: size }, read);

/** The ranges whose hashes prove leaf `index` to be in a tree of `size`, the leaf's sibling first (RFC 6962, 2.1.1). */
function inclusionRanges(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    ranges.push(index < middle ? { from: middle, to } : { from, to: middle });
    if (index < middle) to = middle;
    else from = middle;
  }
  return ranges.reverse();
}

/** The ranges whose hashes prove a tree of `size` to extend one of `old` leaves (RFC 6962, 2.1.2). */
function consistencyRanges(old: number, size: number): LeafRange[] {
  if (old === 0 || old === size) return [];
  const ranges: LeafRange[] = [];
  let from = 0;
  let to = size;
  while (to !== old) {
    const middle = from + splitOf(to - from);
    ranges.push(old <= middle ? { from: middle, to } : { from, to: middle });
    if (old <= middle) to = middle;
    else from = middle;
  }
  // The old tree itself needs no naming where it is a subtree from the left edge: the verifier has its root.
  return [...(from > 0 ? [{ from, to }] : []), ...ranges.reverse()];
}

/** The hashes that prove leaf `index` to be in the tree of `size` leaves. */
export const inclusionProof = async (index: number, size: number, read: ReadHash): Promise<Hash[]> =>
  Promise.all(inclusionRanges(index, size).map(async (range) => rangeHash(range, read)));

/** The hashes that prove the tree of `size` leaves to extend that of `old`. */
export const consistencyProof = async (old: number, size: number, read: ReadHash): Promise<Hash[]> =>
  Promise.all(consistencyRanges(old, size).map(async (range) => rangeHash(range, read)));

/** The root that a leaf's path leads to; undefined when the path is not of that tree's length (RFC 9162, 2.1.3.2). */
export function rootByPath(index: number, size: number, leaf: Hash, path: readonly Hash[]): Hash | undefined {
  if (!Number.isInteger(index) || index < 0 || index >= size) return undefined;
  let place = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** Whether a proof shows the tree of `size` with `root` to extend that of `old` with `oldRoot` (RFC 9162, 2.1.4.2). */
export function isExtension(
  old: { readonly size: number; readonly root: Hash },
  { size, root }: { readonly size: number; readonly root: Hash },
  proof: readonly Hash[],
): boolean {
  if (old.size > size) return false;
  if (old.size === size) return proof.length === 0 && equalBytes(old.root, root);
  if (old.size === 0) return proof.length === 0 && equalBytes(old.root, EMPTY_ROOT);
  let place = old.size - 1;
  let last = size - 1;
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  const path = place === 0 ? [old.root, ...proof] : proof;
  const [first, ...rest] = path;
  if (!first) return false;
  let oldHash = first;
  let hash = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      oldHash = nodeHash(sibling, oldHash);
      hash = nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equalBytes(oldHash, old.root) && equalBytes(hash, root);
}

const half = (n: number): number => Math.floor(n / 2);
