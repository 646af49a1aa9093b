import { formatShort } from '@plimsoll/money';
import { bool, decimal, id, int, text } from '../platform/db-columns.ts';
import { rowsOf } from '../platform/db-rows.ts';
import { errorCode, sql, type Tx } from '../platform/db.ts';
import type { AccountNumbers } from './accounts.ts';
import type { Journal } from './journal.ts';

/** Why a journal was not posted: a member's account, or one of the house's, could not pay. */
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
/** What `ledger_post` raises when it must post and an account cannot pay. */
const SHORT = 'LS001';

/** Makes sure that the numbers of all accounts of these journals are known. */
export const learnAccounts = (numbers: AccountNumbers, journals: readonly Journal[]): Promise<void> =>
  numbers.learn(journals.flatMap((journal) => journal.lines.flatMap((line) => [line.from, line.to])));

/**
 * Posts journals, whose accounts were learnt, all or none, and sends them before it returns: more can be sent behind
 * it. When an account cannot pay, or a journal may never be posted, it throws and the transaction is over; {@link
 * isShort} tells the first from the second.
 */
export async function mustPost(
  tx: Tx,
  numbers: AccountNumbers,
  journals: readonly Journal[],
  atMs: number,
): Promise<void> {
  if (journals.length > 0) await postAll(tx, numbers, journals, atMs, true);
}

/** True for what {@link mustPost} throws when an account cannot pay. */
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
    // A journal short on both sides is the member's to know about first.
    if (!short.has(row.journal - 1) || !row.house)
      short.set(row.journal - 1, row.house ? 'house_limit' : 'insufficient_balance');
  }
  return short;
}

/**
 * Posts groups of journals in order, each group whole or not at all, in one set-based statement; groups that an account
 * cannot pay for are left out and named with the reason, by index. A group is what one command posts. Throws when a
 * cause was posted before or a line may never be (unknown account, two coins, too many places): then the transaction is
 * over.
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

  // Something fell short and nothing was posted. What is beyond doubt goes first; the doubtful ones then answer one by
  // one, because one may have fallen short only through another that is refused.
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
