import type { LoanProjectItem } from '@plimsoll/contract/operator';
import { amount, format, rate } from '@plimsoll/money';
import { sql } from '../../platform/db.ts';
import { oneRow, refuseField, type CrudResource } from '../../platform/crud/index.ts';

interface LoanRow {
  id: string;
  title: string;
  description: string;
  min_amount: string;
  max_amount: string;
  interest_rate: string;
  days: number;
  enabled: boolean;
  sort: number;
}

const insert = sql<{ id: string }>(
  'products.insertLoan',
  `
  insert into loan_project (title, description, min_amount, max_amount, interest_rate, days, enabled, sort, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
);
const update = sql<never>(
  'products.updateLoan',
  `
  update loan_project set title = $1, description = $2, min_amount = $3, max_amount = $4, interest_rate = $5, days = $6, enabled = $7, sort = $8, changed_at = $9 where id = $10`,
);

const written = (loan: LoanProjectItem, atMs: number): unknown[] => [
  loan.title,
  loan.mechanism,
  loan.minprice,
  loan.maxprice,
  loan.interest_rate,
  loan.cycle,
  loan.enabled === 1,
  loan.sort,
  new Date(atMs),
];

/** Loans as they are offered (RULES 6). */
export const loanResource: CrudResource<LoanProjectItem> = {
  resource: 'loan-projects',
  table: 'loan_project',
  rows: 'select id, title, title as name, description, min_amount, max_amount, interest_rate, days, enabled, sort from loan_project',
  sorted: true,
  item: (row: LoanRow): LoanProjectItem => ({
    // not money: an id, a number on the wire
    id: Number(row.id),
    title: row.title,
    mechanism: row.description,
    minprice: format(amount(row.min_amount)),
    maxprice: format(amount(row.max_amount)),
    interest_rate: format(rate(row.interest_rate)),
    cycle: row.days,
    enabled: row.enabled ? 1 : 0,
    sort: row.sort,
  }),
  blank: {
    id: 0,
    title: '',
    mechanism: '',
    minprice: '',
    maxprice: '',
    interest_rate: '',
    cycle: 1,
    enabled: 1,
    sort: 0,
  },

  async judge(_tx, loan) {
    return amount(loan.maxprice) < amount(loan.minprice)
      ? refuseField('least_above_most', 'maxprice')
      : { ok: true, value: loan };
  },
  insert: async (tx, loan, atMs) => (await oneRow(tx, insert, written(loan, atMs))).id,
  async update(tx, loan, _before, atMs) {
    await tx.run(update, [...written(loan, atMs), loan.id]);
    return { ok: true, value: null };
  },
};
