import type { LoanProject } from '@plimsoll/contract';
import { amount, format, rate, type Amount, type Rate } from '@plimsoll/money';
import { decimal, int, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';

export interface OfferedLoan {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly mechanism: string;
  readonly min: Amount;
  readonly max: Amount;
  readonly rate: Rate;
  readonly cycle: number;
}

interface Row {
  id: string;
  version: number;
  title: string;
  description: string;
  min_amount: string;
  max_amount: string;
  interest_rate: string;
  days: number;
}
const COLUMNS = 'id, version, title, description, min_amount, max_amount, interest_rate, days';
const all = sql<Row>('products.offeredLoans', `select ${COLUMNS} from loan_project where enabled order by sort, id`);
const byIds = sql<Row>(
  'products.offeredLoansOf',
  `select ${COLUMNS} from loan_project where enabled and id = any($1::bigint[]) order by sort, id`,
);

/** The loans offered, in their order; with `ids`, only these. */
export async function readOfferedLoans(query: Query, ids?: readonly string[]): Promise<OfferedLoan[]> {
  const rows = ids === undefined ? await query.run(all) : await query.run(byIds, [[...new Set(ids)]]);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    title: row.title,
    mechanism: row.description,
    min: amount(row.min_amount),
    max: amount(row.max_amount),
    rate: rate(row.interest_rate),
    cycle: row.days,
  }));
}

/** The same as members see it; `decimals` are those of the coin that is lent. */
export const shownLoan = (
  { id, title, mechanism, min, max, rate: aDay, cycle }: OfferedLoan,
  decimals: number,
): LoanProject => ({
  // not money: an id, a number on the wire
  id: Number(id),
  title,
  mechanism,
  minprice: format(min),
  maxprice: format(max),
  interest_rate: format(aDay),
  cycle,
  decimals,
});

/** A demo's loans, from 7 to 9 % a year. */
const DEMO = [
  ['Haven line 30', 'Quayside Credit', '500', '20000', '0.022', 30],
  ['Short tide 7', 'Quayside Credit', '100', '2000', '0.024', 7],
  ['Long haul 90', 'Meridian Finance', '2000', '50000', '0.02', 90],
  ['Plimsoll line 14', 'Plimsoll', '100', '5000', '0.022', 14],
] as const;

const DEMO_ROWS = rowsOf({ title: text, mechanism: text, min: decimal, max: decimal, rate: decimal, cycle: int });
const insertDemo = sql<never>(
  'products.seedLoans',
  `
  insert into loan_project (title, description, min_amount, max_amount, interest_rate, days, sort, changed_at)
  select t.title, t.mechanism, t.min, t.max, t.rate, t.cycle, t.place, $1
  from ${DEMO_ROWS.unnestPlaced('t', 2)}
  where not exists (select from loan_project)`,
);
const oneProcess = sql<never>('products.seedLoansAlone', 'lock table loan_project in share row exclusive mode');

/** Offers a demo's loans when there are none at all. */
export async function seedLoanProjects(db: Db, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(oneProcess);
    const rows = DEMO_ROWS.arrays(DEMO, ([title, mechanism, min, max, aDay, cycle]) => ({
      title,
      mechanism,
      min,
      max,
      rate: aDay,
      cycle,
    }));
    await tx.run(insertDemo, [new Date(nowMs), ...rows]);
  });
}
