import type { Answer } from '@plimsoll/contract';
import {
  checkLiabilities,
  formatSum,
  parseCheckpoint,
  type Entry,
  type LiabilityHead,
  type LiabilityStep,
} from '@plimsoll/proof/log';
import type { QueryClient } from '@tanstack/react-query';
import { get, post } from '../../platform/client.ts';
import { Lost, Refusal } from '../../platform/envelope.ts';
import { memberQuery } from '../../platform/member.ts';
import { isInHead, readLogHead, readLogKeys } from './log-files.ts';
import { isWithoutEd25519, withSignatures } from './signatures.ts';

/** Steps of the check of a published total: those of its proofs, what its entry says of house accounts, and the log’s head. */
export const OWED_STEPS = ['entry', 'inclusion', 'leaves', 'house', 'head'] as const satisfies readonly (
  | LiabilityStep
  | 'house'
  | 'head'
)[];
export type OwedStep = (typeof OWED_STEPS)[number];

/** A total of all liabilities, checked here. */
export interface Owed {
  /** Undefined where the first step failed. */
  readonly entry: Entry<'liabilities'> | undefined;
  /** Its place in the log. */
  readonly index: number;
  /** How many house accounts were checked. */
  readonly accounts: number;
  /** The first step that does not hold. */
  readonly failed: OwedStep | undefined;
}

/** Why there is nothing to show: no total yet, or a browser that cannot check one. */
export type NothingOwed = 'none' | 'noEd25519';

const isNone = (error: unknown): boolean => error instanceof Refusal && error.reason === 'no_epoch_yet';

/** Answers why there is nothing instead of failing with it. */
async function orNothing<T>(read: Promise<T>): Promise<T | NothingOwed> {
  try {
    return await read;
  } catch (error) {
    if (isNone(error)) return 'none';
    if (isWithoutEd25519(error)) return 'noEd25519';
    throw error;
  }
}

/** Whether the entry, the answer and the leaves agree on house accounts. */
function isOfHouse(
  answer: Answer<'liabilities'>,
  { house, totals, leaves }: Entry<'liabilities'>,
  sums: readonly (readonly bigint[])[],
): boolean {
  const proven = new Map(answer.house.map(({ owner }, at) => [owner, sums[at]?.map((each) => formatSum(each)).join()]));
  return (
    answer.leaves === leaves &&
    answer.totals.join() === totals.join() &&
    proven.size === house.length &&
    house.every(({ name, amounts }) => proven.get(name) === amounts.join())
  );
}

async function checkOwed(signal: AbortSignal): Promise<Owed | NothingOwed> {
  const answer = await get('liabilities', {}, { signal, quiet: true });
  const logKeys = await readLogKeys(signal);
  const { entry, sums, failed } = await withSignatures((verify) =>
    checkLiabilities(answer, answer.house, { logKeys, witnesses: [], verify }),
  );
  const owed = { entry, index: answer.index, accounts: answer.house.length };
  if (failed || !entry) return { ...owed, failed: failed ?? 'entry' };
  if (!isOfHouse(answer, entry, sums)) return { ...owed, failed: 'house' };
  return { ...owed, failed: (await isStillThere(answer, signal)) ? undefined : 'head' };
}

/** Whether the log that everybody is served has the entry at its place. */
async function isStillThere({ entry, index, checkpoint }: LiabilityHead, signal: AbortSignal): Promise<boolean> {
  const head = await readLogHead([], signal);
  // The head may be a moment older than the answer.
  if (!head || head.checkpoint.size < (parseCheckpoint(checkpoint)?.size ?? 0)) throw new Lost('cut');
  return head.isSigned === true && (await isInHead(entry, index, head.checkpoint, signal));
}

/**
 * The newest published total of all liabilities, checked step by step (PROOF 5). Rejects with {@link Lost}, a
 * {@link Refusal} or the caller's abort.
 */
export const readOwed = (signal: AbortSignal): Promise<Owed | NothingOwed> => orNothing(checkOwed(signal));

/** That the member's own balances are in the newest total, checked here. */
export interface Counted {
  /** The server's answer, as verifiers take it. */
  readonly proof: Answer<'getLiabilityProof'>;
  readonly entry: Entry<'liabilities'> | undefined;
  /** What the member's leaves add up to, by coin of the proof; empty where a step failed. */
  readonly sums: readonly string[];
  /** Entries in the checkpoint that includes it. */
  readonly size: number;
  /** The first step that does not hold. */
  readonly failed: LiabilityStep | undefined;
}

/** Whether two answers prove the same: then one check is enough. */
const isSame = (a: Answer<'getLiabilityProof'>, b: Answer<'getLiabilityProof'>): boolean =>
  a.entry === b.entry && a.owner === b.owner && JSON.stringify(a.leaves) === JSON.stringify(b.leaves);

async function checkCounted(
  client: QueryClient,
  before: Counted | NothingOwed | undefined,
  signal: AbortSignal,
): Promise<Counted | NothingOwed> {
  const proof = await post('getLiabilityProof', {}, { signal, quiet: true });
  if (typeof before === 'object' && before.failed === undefined && isSame(before.proof, proof)) return before;
  // The name that the app shows. Another's leaves lead to the root as well. Who has a new name since the epoch is in the next.
  const { username } = await client.ensureQueryData(memberQuery);
  if (proof.owner !== username) return 'none';
  const logKeys = await readLogKeys(signal);
  const { entry, sums, size, failed } = await withSignatures((verify) =>
    checkLiabilities(proof, [proof], { logKeys, witnesses: [], verify }),
  );
  const checked = { proof, entry, size, sums: [] };
  if (failed) return { ...checked, failed };
  // What is in no log that others see binds nobody.
  if (!(await isStillThere(proof, signal))) return { ...checked, failed: 'inclusion' };
  return { ...checked, failed, sums: (sums[0] ?? []).map((each) => formatSum(each)) };
}

/** Asks for the member's own proof and checks it, unless it is the one that was checked before; once an epoch (PROOF 5). */
export const readCounted = (
  client: QueryClient,
  before: Counted | NothingOwed | undefined,
  signal: AbortSignal,
): Promise<Counted | NothingOwed> => orNothing(checkCounted(client, before, signal));
