import { hexToBytes } from '@noble/hashes/utils.js';
import { parseCheckpoint } from './checkpoint.ts';
import { parseEntry, type Entry } from './entry.ts';
import type { VerifierKey, VerifySignature } from './note.ts';
import { includedIn, isDatedBefore } from './receipt.ts';
import { parseSum, sumOfLeaves, type Amounts, type LeafProof } from './sum-tree.ts';

/** Where a total of all liabilities is in the log, as the platform answers it (PROOF 5). */
export interface LiabilityHead {
  readonly epoch: number;
  readonly coins: readonly string[];
  /** Hex. */
  readonly root: string;
  /** The entry's line. */
  readonly entry: string;
  readonly index: number;
  /** Inclusion proof in base64, the sibling first. */
  readonly proof: readonly string[];
  /** A signed note. */
  readonly checkpoint: string;
}

/** What an owner, a member or a house account, has in the tree. */
export interface OwnedLeaves {
  readonly owner: string;
  readonly leaves: readonly LeafProof[];
}

/** Whom a check of liabilities believes. */
export interface LiabilityTrust {
  /** The keys of the log, the old ones too. */
  readonly logKeys: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
  readonly verify: VerifySignature;
}

/** The steps of a check, in their order. */
export const LIABILITY_STEPS = ['entry', 'inclusion', 'leaves'] as const;
export type LiabilityStep = (typeof LIABILITY_STEPS)[number];

/** What a check found. */
export interface LiabilityCheck {
  /** The entry as it was read; undefined when the first step failed. */
  readonly entry?: Entry<'liabilities'>;
  /** Entries in the checkpoint that includes it; 0 where none was found. */
  readonly size: number;
  /** Steps that hold. */
  readonly passed: readonly LiabilityStep[];
  /** The first step that does not hold; those after it were not looked at. */
  readonly failed?: LiabilityStep;
  /** What each owner's leaves add up to, by coin; empty unless every step holds. */
  readonly sums: readonly Amounts[];
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** The entry, unless what is beside it differs. */
function readHead({ entry: line, epoch, coins, root }: LiabilityHead): Entry<'liabilities'> | undefined {
  const entry = parseEntry(line);
  const isIts =
    entry?.t === 'liabilities' && entry.epoch === epoch && entry.root === root && sameTexts(entry.coins, coins);
  return isIts && entry.totals.length === coins.length ? entry : undefined;
}

/**
 * Checks that owners' leaves are in a published total of all liabilities, step by step (PROOF 5): the entry is of this
 * epoch, a signed checkpoint includes it, and all leaves lead to its root, with its totals at the top.
 */
export function checkLiabilities(
  head: LiabilityHead,
  owners: readonly OwnedLeaves[],
  { logKeys, witnesses, verify }: LiabilityTrust,
): LiabilityCheck {
  const entry = readHead(head);
  if (!entry) return { size: 0, passed: [], failed: 'entry', sums: [] };
  const origin = parseCheckpoint(head.checkpoint)?.origin ?? '';
  const found = includedIn(head, { logKeys, witnesses, verify }, origin);
  if (!found || found === 'pending' || isDatedBefore(found, entry.at))
    return { entry, size: 0, passed: ['entry'], failed: 'inclusion', sums: [] };
  const { size } = found.checkpoint;
  const sums = owners.map(({ owner, leaves }) => sumsOf(entry, owner, leaves));
  return owners.length > 0 && sums.every((each) => each !== undefined)
    ? { entry, size, passed: LIABILITY_STEPS, sums }
    : { entry, size, passed: ['entry', 'inclusion'], failed: 'leaves', sums: [] };
}

function sumsOf(
  { epoch, root, coins, totals, leaves: count }: Entry<'liabilities'>,
  owner: string,
  leaves: readonly LeafProof[],
): Amounts | undefined {
  const parsed = totals.map((each) => parseSum(each));
  if (!parsed.every((each) => each !== undefined)) return undefined;
  return sumOfLeaves({ epoch, owner, head: { root: hexToBytes(root), coins, totals: parsed, leaves: count } }, leaves);
}
