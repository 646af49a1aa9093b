import { formatShort } from '@plimsoll/money';
import { bool, decimal, id, int, text } from '../platform/db-columns.ts';
import { rowsOf } from '../platform/db-rows.ts';
import { errorCode, sql, type Tx } from '../platform/db.ts';
import type { AccountNumbers } from './accounts.ts';
import type { Journal } from './journal.ts';

/** Why a journal was not posted: a member's or a house account could not pay. */
export type Shortfall = 'insufficient_balance' | 'house_limit';

const JOURNALS = rowsOf({ causeKind: text, causeId: text, actorKind: text, actorId: id('actor').orNull() });
const LINES = rowsOf({
  journal: int,
  from: id('account'),
  fromFrozen: bool,
  to: id('account'),
  toFrozen: bool,
  amount: decimal,
  holdKind: text.orNull(),
  holdRef: id('hold ref').orNull(),
});
const post = sql<{ journal: number; house: boolean }>(
  'ledger.post',
  `select journal, house from ledger_post($1, ${JOURNALS.parameters(3)}, ${LINES.parameters(3 + JOURNALS.width)}, $2)`,
);
/** Raised by `ledger_post` when an account cannot pay and it must post. */
const SHORT = 'LS001';

/** Learns the numbers of all accounts of these journals. */
export const learnAccounts = (numbers: AccountNumbers, journals: readonly Journal[]): Promise<void> =>
  numbers.learn(journals.flatMap((journal) => journal.lines.flatMap((line) => [line.from, line.to])));

/**
 * Sends journals to be posted, all or none; more can be sent behind. Throws when an account cannot pay ({@link
 * isShort}) or a journal is invalid; the transaction is then over.
 */
export async function mustPost(
  tx: Tx,
  numbers: AccountNumbers,
  journals: readonly Journal[],
  atMs: number,
): Promise<void> {
  if (journals.length > 0) await postAll(tx, numbers, journals, atMs, true);
}

/** True for {@link mustPost}'s error when an account cannot pay. */
export const isShort = (error: unknown): boolean => errorCode(error) === SHORT;

async function postAll(
  tx: Tx,
  numbers: AccountNumbers,
  journals: readonly Journal[],
  atMs: number,
  must = false,
): Promise<Map<number, Shortfall>> {
  const lines = journals.flatMap((journal, index) => journal.lines.map((line) => ({ ...line, journal: index + 1 })));
  const rows = await tx.run(post, [
    new Date(atMs),
    must,
    ...JOURNALS.arrays(journals, ({ cause, actor }) => ({
      causeKind: cause.kind,
      causeId: cause.id,
      actorKind: actor.kind,
      actorId: actor.kind === 'clock' ? null : actor.id,
    })),
    ...LINES.arrays(lines, (line) => ({
      journal: line.journal,
      from: numbers.of(line.from),
      fromFrozen: line.fromFrozen,
      to: numbers.of(line.to),
      toFrozen: line.toFrozen,
      amount: formatShort(line.amount),
      holdKind: line.hold?.kind ?? null,
      holdRef: line.hold?.ref ?? null,
    })),
  ]);
  const short = new Map<number, Shortfall>();
  for (const row of rows) {
    // Short on both sides: the member's is answered.
    if (!short.has(row.journal - 1) || !row.house)
      short.set(row.journal - 1, row.house ? 'house_limit' : 'insufficient_balance');
  }
  return short;
}

/**
 * Posts groups of journals, each whole or not at all, in one statement; groups that cannot be paid for are returned by
 * index, with the reason. A group belongs to one command. Throws for a repeated cause or an invalid line; the
 * transaction is then over.
 */
export async function postGroups(
  tx: Tx,
  numbers: AccountNumbers,
  groups: readonly (readonly Journal[])[],
  atMs: number,
): Promise<Map<number, Shortfall>> {
  const refused = new Map<number, Shortfall>();
  const owner = groups.flatMap((group, index) => group.map(() => index));
  const journals = groups.flat();
  if (journals.length === 0) return refused;
  await learnAccounts(numbers, journals);

  const doubtful = new Set([...(await postAll(tx, numbers, journals, atMs)).keys()].map((index) => owner[index]));
  if (doubtful.size === 0) return refused;

  // Nothing was posted. Groups without doubt go first; the others are tried one by one, since one may have fallen short
  // through another that is refused.
  const sure = groups.filter((_, index) => !doubtful.has(index));
  const still = sure.length > 0 ? await postAll(tx, numbers, sure.flat(), atMs) : new Map<number, Shortfall>();
  const oneByOne = groups
    .map((group, index) => ({ group, index }))
    .filter(({ index }) => still.size > 0 || doubtful.has(index));
  for (const { group, index } of oneByOne) {
    const [reason] = (await postAll(tx, numbers, group, atMs)).values();
    if (reason) refused.set(index, reason);
  }
  return refused;
}
