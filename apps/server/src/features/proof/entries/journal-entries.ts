import { sql, type Query } from '../../../platform/db.ts';
import { makeEntry, type Commit, type MadeEntry } from './made-entry.ts';

interface LineRow {
  journal_id: string;
  cause_kind: string;
  at: Date;
  payer: string;
  payee: string;
  /** The members of both ends; null for a house account. */
  payer_id: string | null;
  payee_id: string | null;
  coin: string;
  amount: string;
}

const nameOf = (account: string): string =>
  `coalesce('house/' || ${account}.house, 'member/' || ${account}.member_id || '/' || ${account}.type)`;
// Holds and releases change no balance (RULES 1.12). Not `<>`: the index of an account's lines has that, and would be
// taken for the journal's while the table is new.
const lines = sql<LineRow>(
  'proof.journalLines',
  `
  select j.id as journal_id, j.cause_kind, j.at, ${nameOf('f')} as payer, ${nameOf('o')} as payee,
    f.member_id as payer_id, o.member_id as payee_id, c.title as coin,
    round(t.amount, 8)::text as amount
  from ledger_journal j
  join ledger_transfer t on t.journal_id = j.id and t.from_account is distinct from t.to_account
  join ledger_account f on f.id = t.from_account
  join ledger_account o on o.id = t.to_account
  join coin c on c.id = f.coin_id
  where j.id = any($1) order by j.id, t.line`,
);

/** Kinds of journals that have entries of their own, or none: placing an option only holds. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set(['option-open', 'option-settle', 'spot-fill']);

/**
 * `journal` of each of these journals that moves money from one account to another, in their order. A journal that pays
 * several members, each by lines of their own, has an entry for each, so that a receipt shows nobody another's.
 */
export async function readJournalEntries(
  query: Query,
  journals: readonly string[],
  commit: Commit,
): Promise<MadeEntry[]> {
  if (journals.length === 0) return [];
  const byJournal = Map.groupBy(await query.run(lines, [journals]), (row) => row.journal_id);
  return [...byJournal.values()].flatMap((rows) => partsOf(rows).map((part, n) => journalEntry(part, n, commit)));
}

/** The lines of a journal, by the member whose they are; together where a line is between two, and of house accounts. */
function partsOf(rows: readonly LineRow[]): LineRow[][] {
  const owners = rows.map(({ payer_id, payee_id }) => payer_id ?? payee_id);
  const first = owners.find((owner) => owner !== null) ?? null;
  const isBetweenTwo = rows.some(
    ({ payer_id, payee_id }) => payer_id !== null && payee_id !== null && payer_id !== payee_id,
  );
  return [
    ...Map.groupBy(rows, ({ payer_id, payee_id }) => (isBetweenTwo ? first : (payer_id ?? payee_id ?? first))).values(),
  ];
}

function journalEntry(rows: readonly LineRow[], n: number, commit: Commit): MadeEntry {
  const [row] = rows;
  if (!row) throw new RangeError('a journal without lines');
  const id = Number(row.journal_id);
  const moved = rows.map(({ payer, payee, coin, amount }) => ({ from: payer, to: payee, coin, amount }));
  const committed = commit('journal', { id, n }, { id, lines: moved });
  const mark = `"commit":"${committed.commit}"`;
  const fields = { kind: row.cause_kind, commit: committed.commit };
  return makeEntry('journal', fields, { at: row.at, journalId: row.journal_id, mark, committed });
}

/** Whether an entry's lines name a member. */
export const isOfMember = ({ opened }: MadeEntry, memberId: string): boolean =>
  opened !== null &&
  'lines' in opened &&
  opened.lines.some(({ from, to }) => [from, to].some((account) => account.startsWith(`member/${memberId}/`)));
