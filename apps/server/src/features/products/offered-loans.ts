import type { LoanProject } from '@plimsoll/contract';
import { amount, format, rate, type Amount, type Rate } from '@plimsoll/money';
import { decimal, int, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';

/** A loan as it is offered at this moment, and which of its versions that is. */
export interface OfferedLoan {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly mechanism: string;
  /** In USDT. */
  readonly least: Amount;
  readonly most: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Days. */
  readonly cycle: number;
}

interface Row {
  id: string;
  version: number;
  title: string;
  mechanism: string;
  minprice: string;
  maxprice: string;
  interest_rate: string;
  cycle: number;
}
const COLUMNS = 'id, version, title, mechanism, minprice, maxprice, interest_rate, cycle';
const all = sql<Row>('products.offeredLoans', `select ${COLUMNS} from loan_project where enabled order by sort, id`);
const byIds = sql<Row>(
  'products.offeredLoansOf',
  `select ${COLUMNS} from loan_project where enabled and id = any($1::bigint[]) order by sort, id`,
);

/** The loans that are offered, in their order; with `ids`, of these alone. */
export async function readOfferedLoans(query: Query, ids?: readonly string[]): Promise<OfferedLoan[]> {
  const rows = ids === undefined ? await query.run(all) : await query.run(byIds, [[...new Set(ids)]]);
  return rows.map(({ id, version, title, mechanism, minprice, maxprice, interest_rate, cycle }) => ({
    id,
    version,
    title,
    mechanism,
    least: amount(minprice),
    most: amount(maxprice),
    rate: rate(interest_rate),
    cycle,
  }));
}

/** The same as members see it; `decimals` are those of the coin that is lent. */
export const shownLoan = (
  { id, title, mechanism, least, most, rate: aDay, cycle }: OfferedLoan,
  decimals: number,
): LoanProject => ({
  // not money: an id, a number on the wire
  id: Number(id),
  title,
  mechanism,
  minprice: format(least),
  maxprice: format(most),
  interest_rate: format(aDay),
  cycle,
  decimals,
});

/** What a demo lends, from 7 to 9 % a year; the last is the platform's own. */
const DEMO = [
  ['Harbour line 30', 'Quayside Credit', '500', '20000', '0.022', 30],
  ['Short tide 7', 'Quayside Credit', '100', '2000', '0.024', 7],
  ['Long haul 90', 'Meridian Finance', '2000', '50000', '0.02', 90],
  ['Plimsoll line 14', 'Plimsoll', '100', '5000', '0.022', 14],
] as const;

const DEMO_ROWS = rowsOf({ title: text, mechanism: text, least: decimal, most: decimal, rate: decimal, cycle: int });
const insertDemo = sql<never>(
  'products.seedLoans',
  `
  insert into loan_project (title, mechanism, minprice, maxprice, interest_rate, cycle, sort, changed_at)
  select t.title, t.mechanism, t.least, t.most, t.rate, t.cycle, t.place, $1
  from ${DEMO_ROWS.unnestPlaced('t', 2)}
  where not exists (select from loan_project)`,
);
const oneProcess = sql<never>('products.seedLoansAlone', 'lock table loan_project in share row exclusive mode');

/** Offers a demo's loans when there are none at all; owners change them in the console. */
export async function seedLoanProjects(db: Db, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(oneProcess);
    const rows = DEMO_ROWS.arrays(DEMO, ([title, mechanism, least, most, aDay, cycle]) => ({
      title,
      mechanism,
      least,
      most,
      rate: aDay,
      cycle,
    }));
    await tx.run(insertDemo, [new Date(nowMs), ...rows]);
  });
}
