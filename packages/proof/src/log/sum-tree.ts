import { utf8ToBytes } from '@noble/hashes/utils.js';
import { equalBytes, hashFromBase64, sha, toBase64, type Hash } from './bytes.ts';

/** Amounts of the tree's coins in their order, in units of 10⁻⁸. */
export type Amounts = readonly bigint[];

/** A node of a Merkle sum tree: its hash and what is below it. */
export interface SumNode {
  readonly hash: Hash;
  readonly amounts: Amounts;
}

const AMOUNT_BYTES = 16;
/** Amounts and sums are below it, so that none wraps around (PROOF 5). */
export const AMOUNT_LIMIT = 1n << 128n;
const WORD = (1n << 64n) - 1n;

/** Amounts as 16 bytes each, unsigned, big-endian. @throws RangeError for one below zero or from 2^128 up */
export function amountBytes(amounts: Amounts): Uint8Array {
  const bytes = new Uint8Array(amounts.length * AMOUNT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [at, amount] of amounts.entries()) {
    if (amount < 0n || amount >= AMOUNT_LIMIT) throw new RangeError(`not an amount of a sum tree: ${amount}`);
    view.setBigUint64(at * AMOUNT_BYTES, amount >> 64n);
    view.setBigUint64(at * AMOUNT_BYTES + 8, amount & WORD);
  }
  return bytes;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A leaf: its hash covers its nonce and amounts. */
export const sumLeaf = (nonce: Hash, amounts: Amounts): SumNode => ({
  hash: sha(LEAF, nonce, amountBytes(amounts)),
  amounts,
});

/** A node over two: its hash covers both children’s amounts, so that neither can be changed beside their sum. */
export function sumNode(left: SumNode, right: SumNode): SumNode {
  const amounts = left.amounts.map((amount, at) => amount + (right.amounts[at] ?? 0n));
  if (amounts.some((amount) => amount >= AMOUNT_LIMIT)) throw new RangeError('a sum beyond 2^128');
  return {
    hash: sha(NODE, left.hash, amountBytes(left.amounts), right.hash, amountBytes(right.amounts)),
    amounts,
  };
}

/** Whose leaf it is: an epoch, an owner and one of their parts. */
export interface LeafOwner {
  readonly epoch: number;
  /** The member's username, or a house account's name. */
  readonly owner: string;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
  /** 64 hex digits, new each epoch; zeros for a house account. */
  readonly salt: string;
}

/** The nonce of a leaf: made of its owner, so that one leaf cannot be shown to two members (PROOF 5). */
export const leafNonce = ({ epoch, owner, part, parts, salt }: LeafOwner): Hash =>
  sha(utf8ToBytes(`leaf/v1\n${epoch}\n${owner}\n${part}/${parts}\n${salt}`));

/** A sibling on the way from a leaf to the root. */
export interface SumStep {
  /** Where the sibling is. */
  readonly side: 'left' | 'right';
  /** Base64. */
  readonly hash: string;
  /** With eight decimals. */
  readonly amounts: readonly string[];
}

const AMOUNT = /^(0|[1-9]\d*)\.(\d{8})$/;

/** An amount of a proof in units of 10⁻⁸; undefined for a sign, another number of places, or one from 2^128 up. */
export function parseSum(text: string): bigint | undefined {
  const [, whole, places] = AMOUNT.exec(text) ?? [];
  if (whole === undefined || places === undefined) return undefined;
  const units = BigInt(whole + places);
  return units < AMOUNT_LIMIT ? units : undefined;
}

/** An amount of a proof with its eight decimals. */
export function formatSum(units: bigint): string {
  const digits = String(units).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** The amounts of `coins` coins; undefined when one is malformed or their number is another. */
function parseSums(texts: readonly string[], coins: number): Amounts | undefined {
  const amounts = texts.map((text) => parseSum(text));
  return texts.length === coins && amounts.every((amount) => amount !== undefined) ? amounts : undefined;
}

/** The root that a leaf's path leads to, and the leaf's place; undefined when a step is malformed or a sum too large. */
export function sumRoot(leaf: SumNode, path: readonly SumStep[]): (SumNode & { readonly place: number }) | undefined {
  let node = leaf;
  let place = 0;
  for (const [height, step] of path.entries()) {
    const hash = hashFromBase64(step.hash);
    const amounts = parseSums(step.amounts, leaf.amounts.length);
    if (!hash || !amounts) return undefined;
    const sibling = { hash, amounts };
    if (step.side === 'left') place += 2 ** height;
    try {
      node = step.side === 'left' ? sumNode(sibling, node) : sumNode(node, sibling);
    } catch {
      return undefined;
    }
  }
  return { ...node, place };
}

/** A step of a path as it is sent. */
export const sumStep = (side: 'left' | 'right', { hash, amounts }: SumNode): SumStep => ({
  side,
  hash: toBase64(hash),
  amounts: amounts.map((amount) => formatSum(amount)),
});

/** The whole tree as `liabilities` entries state it. */
export interface SumTreeHead {
  readonly root: Hash;
  readonly coins: readonly string[];
  readonly totals: Amounts;
  /** A power of two. */
  readonly leaves: number;
}

/** A leaf of an owner with its path, as it is sent. */
export interface LeafProof {
  readonly part: number;
  readonly salt: string;
  readonly amounts: readonly string[];
  readonly path: readonly SumStep[];
}

/**
 * Adds up what an owner's leaves prove, each led to the root.
 * @returns undefined when a leaf does not lead there, two are in one place, a part is missing, or the sums at the top
 *   are not the totals
 */
export function sumOfLeaves(
  { epoch, owner, head }: { readonly epoch: number; readonly owner: string; readonly head: SumTreeHead },
  leaves: readonly LeafProof[],
): Amounts | undefined {
  const steps = Math.log2(head.leaves);
  const places = new Set<number>();
  let total: bigint[] = head.coins.map(() => 0n);
  for (const [at, { part, salt, amounts, path }] of leaves.entries()) {
    const units = parseSums(amounts, head.coins.length);
    if (!units || part !== at + 1 || path.length !== steps || !/^[0-9a-f]{64}$/.test(salt)) return undefined;
    const found = sumRoot(sumLeaf(leafNonce({ epoch, owner, part, parts: leaves.length, salt }), units), path);
    const isTop =
      found && equalBytes(found.hash, head.root) && found.amounts.every((sum, coin) => sum === head.totals[coin]);
    if (!isTop || places.has(found.place)) return undefined;
    places.add(found.place);
    total = total.map((sum, coin) => sum + (units[coin] ?? 0n));
  }
  return leaves.length > 0 ? total : undefined;
}
