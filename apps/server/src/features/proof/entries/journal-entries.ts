import { sql, type Query } from '../../../platform/db.ts';
import { makeEntry, type Commit, type MadeEntry } from './made-entry.ts';

interface LineRow {
  journal_id: string;
  cause_kind: string;
  at: Date;
  payer: string;
  payee: string;
  coin: string;
  amount: string;
}

const nameOf = (account: string): string =>
  `coalesce('house/' || ${account}.house, 'member/' || ${account}.member_id || '/' || ${account}.type)`;
// Holds and releases change no balance (RULES 1.12).
const lines = sql<LineRow>(
  'proof.journalLines',
  `
  select j.id as journal_id, j.cause_kind, j.at, ${nameOf('f')} as payer, ${nameOf('o')} as payee, c.title as coin,
    round(t.amount, 8)::text as amount
  from ledger_journal j
  join ledger_transfer t on t.journal_id = j.id and t.from_account <> t.to_account
  join ledger_account f on f.id = t.from_account
  join ledger_account o on o.id = t.to_account
  join coin c on c.id = f.coin_id
  where j.id = any($1) order by j.id, t.line`,
);

/** Kinds of journals that have entries of their own, or none: placing an option only holds. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set(['option-open', 'option-settle', 'spot-fill']);

/** `journal` of each of these journals that moves money from one account to another, in their order. */
export async function readJournalEntries(
  query: Query,
  journals: readonly string[],
  commit: Commit,
): Promise<MadeEntry[]> {
  if (journals.length === 0) return [];
  const byJournal = Map.groupBy(await query.run(lines, [journals]), (row) => row.journal_id);
  return [...byJournal].flatMap(([journalId, rows]) => {
    const [first] = rows;
    if (!first) return [];
    const id = Number(journalId);
    const moved = rows.map(({ payer, payee, coin, amount }) => ({ from: payer, to: payee, coin, amount }));
    const committed = commit('journal', { id }, { id, lines: moved });
    const around = { at: first.at, journalId, mark: `"commit":"${committed.commit}"`, committed };
    return [makeEntry('journal', { kind: first.cause_kind, commit: committed.commit }, around)];
  });
}
