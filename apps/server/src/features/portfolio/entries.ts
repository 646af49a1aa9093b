import { amount } from '@plimsoll/money';
import { coinsToPrice, takeJournal, type PortfolioLine, type PortfolioSums } from '@plimsoll/rules';
import type { Query } from '../../platform/db.ts';
import { partOf } from './line-parts.ts';
import type { CoinMoment, PriceBook } from '../../market/index.ts';
import type { LineRow } from './store.ts';

/** A journal, as far as it concerns one member. */
export interface Entry {
  readonly journal: number;
  readonly atMs: number;
  readonly lines: readonly PortfolioLine[];
}

/** An account's name within a portfolio. */
const accountName = (type: number, coinId: string): string => `${type} ${coinId}`;

/** The type and the coin of an account's name. */
export function accountOf(name: string): { readonly type: number; readonly coinId: string } {
  const [type, coinId = ''] = name.split(' ');
  return { type: Number(type), coinId };
}

const lineOf = (row: LineRow): PortfolioLine => ({
  account: accountName(row.type, row.coin_id),
  coinId: row.coin_id,
  part: row.is_own ? 'own' : partOf(row.kind, row.house ?? 'member'),
  amount: amount(row.amount),
});

/** Rows in the ledger's order, as journals. */
export function entriesOf(rows: readonly LineRow[]): readonly Entry[] {
  const entries: { journal: number; atMs: number; lines: PortfolioLine[] }[] = [];
  for (const row of rows) {
    // not money: a journal's number
    const journal = Number(row.journal_id);
    let entry = entries.at(-1);
    if (entry?.journal !== journal) {
      entry = { journal, atMs: row.at.getTime(), lines: [] };
      entries.push(entry);
    }
    entry.lines.push(lineOf(row));
  }
  return entries;
}

/** Adds one journal after another to sums. */
type Take = (sums: PortfolioSums, entry: Entry) => void;

/** Reads the prices that journals need; answers how each is added. */
export async function pricedTake(query: Query, book: PriceBook, entries: readonly Entry[]): Promise<Take> {
  const needed: readonly CoinMoment[] = entries.flatMap(({ atMs, lines }) =>
    coinsToPrice(lines, book.unit).map((coinId) => ({ coinId, atMs })),
  );
  const prices = await book.read(query, needed);
  return (sums, { atMs, lines }) =>
    takeJournal(sums, lines, { unit: book.unit, priceOf: (coinId) => prices.at(coinId, atMs) });
}
