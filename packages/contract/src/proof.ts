import { z } from 'zod';
import { call, listOf } from './call.ts';
import { choiceField, fields, idField } from './fields.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const figures = z.string();

/** What an entry commits to without showing it (PROOF 2.1). */
const opened = z.union([
  z.object({ direction: z.enum(['up', 'down']), stake: figures, member: z.int() }),
  z.object({ stake: figures, profit: figures }),
  z.object({ quantity: figures, paid: figures, fee: figures, member: z.int() }),
  z.object({
    id: z.int(),
    lines: z.array(z.object({ from: z.string(), to: z.string(), coin: z.string(), amount: figures })),
  }),
]);

/** One entry of the public log with what the member needs to check it (PROOF 3). */
const receipt = z.object({
  /** The entry's line. */
  entry: z.string(),
  /** Null, as `opened` is, for an entry that commits to nothing. */
  salt: hash.nullable(),
  /** What the entry commits to: the fields of its type (PROOF 2.1). */
  opened: opened.nullable(),
  /** A signed note over the entries of this answer; the entry is number `i`, `path` its inclusion proof in base64. */
  signature: z.object({ i: z.int().nonnegative(), path: z.array(z.string()), note: z.string() }),
  /** The entry's place in the log; null, as `proof` and `checkpoint` are, until a checkpoint includes it. */
  index: z.int().nonnegative().nullable(),
  /** Inclusion proof in base64, the sibling first. */
  proof: z.array(z.string()).nullable(),
  /** A signed note. */
  checkpoint: z.string().nullable(),
});

/**
 * The receipts of something of the member's, one for each of its entries so far, in the log's order: of an option, of a
 * spot order (its fills), of a deposit, a withdrawal, an exchange or a transfer by its own id (`recharge`, `withdraw`,
 * `exchange`, `transfer` between own accounts, `send` to or from another member), or of any journal that moved money, by the
 * `journal` of its bill. What has moved nothing yet has none, nor has what happened before the deployment had a log.
 */
export const getReceipt = call({
  name: 'getReceipt',
  member: true,
  key: 'read',
  input: fields({
    kind: choiceField('option', 'fill', 'recharge', 'withdraw', 'exchange', 'transfer', 'send', 'journal'),
    id: idField(),
  }),
  output: listOf(receipt),
  reasons: ['not_found'],
});
