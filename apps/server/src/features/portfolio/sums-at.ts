import { plus, ZERO } from '@plimsoll/money';
import { copyOfSums, type PortfolioSums } from '@plimsoll/rules';
import type { Query } from '../../platform/db.ts';
import { entriesOf, pricedTake } from './entries.ts';
import { HOUR_MS, noCheckpoint } from './keep-up.ts';
import type { PriceBook } from '../../market/index.ts';
import { readCheckpoints, readLines, readNextEnd } from './store.ts';

/** After every journal. */
const NO_END = Number.MAX_SAFE_INTEGER;

/** The sums of all journals before each of some moments, which rise. All but the last few are ends of hours, or none. */
export async function sumsBefore(
  query: Query,
  book: PriceBook,
  memberId: string,
  momentsMs: readonly number[],
): Promise<readonly PortfolioSums[]> {
  // Within an hour only lines have the sums.
  const isByHours = momentsMs.slice(0, -1).every((atMs) => atMs % HOUR_MS === 0);
  const kept = await readCheckpoints(query, memberId, isByHours ? momentsMs : momentsMs.slice(0, 1));
  const newest = kept.at(-1) ?? noCheckpoint();
  const rows = await readLines(query, memberId, {
    afterJournal: newest.wholeTo,
    toJournal: NO_END,
    fromMs: newest.atMs,
  });
  const entries = entriesOf(rows).toSorted((a, b) => a.atMs - b.atMs);
  const take = await pricedTake(query, book, entries);
  const sums = copyOfSums(newest.sums);
  let taken = 0;
  return momentsMs.map((momentMs) => {
    if (momentMs < newest.atMs) return kept.findLast(({ atMs }) => atMs <= momentMs)?.sums ?? noCheckpoint().sums;
    for (let entry = entries[taken]; entry && entry.atMs < momentMs; entry = entries[taken]) {
      take(sums, entry);
      taken += 1;
    }
    return copyOfSums(sums);
  });
}

/** A member's balances at a moment, and the last journal in them; 0 before the first. */
export async function accountsAt(
  query: Query,
  memberId: string,
  momentMs: number,
): Promise<{ readonly accounts: PortfolioSums['accounts']; readonly journal: number }> {
  const base = (await readCheckpoints(query, memberId, [momentMs])).at(-1) ?? noCheckpoint();
  const toJournal = (await readNextEnd(query, memberId, base.atMs)) ?? NO_END;
  const rows = await readLines(query, memberId, { afterJournal: base.wholeTo, toJournal, fromMs: base.atMs });
  const entries = entriesOf(rows).filter(({ atMs }) => atMs <= momentMs);
  const { accounts } = copyOfSums(base.sums);
  for (const { lines } of entries)
    for (const { account, amount: change } of lines) accounts.set(account, plus(accounts.get(account) ?? ZERO, change));
  const journal = entries.reduce((last, each) => Math.max(last, each.journal), base.lastJournal);
  return { accounts, journal };
}
