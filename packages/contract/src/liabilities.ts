import { z } from 'zod';
import { call, decimal } from './call.ts';

/** Base64. */
const hash = z.string();
const count = z.int().min(0);

const step = z.object({
  /** Where the sibling is. */
  side: z.enum(['left', 'right']),
  hash,
  amounts: z.array(decimal),
});
const leaf = z.object({
  /** From 1. */
  part: z.int().positive(),
  /** 64 hex digits, new each epoch; zeros for a house account. */
  salt: z.string(),
  /** In the order of `coins`, as all lists of amounts. */
  amounts: z.array(decimal),
  /** From the leaf up. */
  path: z.array(step),
});
const leavesOf = {
  /** The member's name as it was then, or a house account's. */
  owner: z.string(),
  leaves: z.array(leaf),
};
const inLog = {
  epoch: z.int().positive(),
  coins: z.array(z.string()),
  /** Hex. */
  root: z.string(),
  /** The line of the public log. */
  entry: z.string(),
  /** The entry's place in the log. */
  index: count,
  /** That it is there: the sibling of its leaf first. */
  proof: z.array(hash),
  /** A signed note. */
  checkpoint: z.string(),
};

/**
 * That the member's balances are in the newest published total of all liabilities (PROOF 5): two to four leaves that
 * lead to its root. `no_epoch_yet` for a member who came after it, and before the first is in the public log.
 */
export const getLiabilityProof = call({
  name: 'getLiabilityProof',
  member: true,
  output: z.object({ ...inLog, ...leavesOf }),
  reasons: ['no_epoch_yet'],
});

/** The newest published total of all liabilities, with the leaves of house accounts (PROOF 5). */
export const liabilities = call({
  name: 'liabilities',
  methods: ['GET'],
  output: z.object({
    ...inLog,
    totals: z.array(decimal),
    /** How many leaves the tree has, empty ones included. */
    leaves: z.int().positive(),
    house: z.array(z.object(leavesOf)),
  }),
  reasons: ['no_epoch_yet'],
});
