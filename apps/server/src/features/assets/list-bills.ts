import type { Bill, Input } from '@plimsoll/contract';
import { TOTAL_MAX, type BillForOperator } from '@plimsoll/contract/operator';
import { translator, type Translate } from '@plimsoll/i18n/server';
import { amount, format } from '@plimsoll/money';
import type { Query } from '../../platform/db.ts';
import { maskedName } from '../transfers/index.ts';
import { countBills, readBills, readBillsAround, type BillListed } from './store.ts';
import { wantedOf } from './wanted.ts';
import { remarkOf } from './words.ts';

/** A bill's number: its journal, the line, and which of its two ends, since both may be the member's. */
const billId = (journalId: string, line: number, isIncome: boolean): number =>
  Number(BigInt(journalId) * 65_536n + BigInt(line) * 2n + (isIncome ? 1n : 0n));

const shownBill = (row: BillListed, translate: Translate): Bill => ({
  id: billId(row.journal_id, row.line, row.is_income),
  journal: Number(row.journal_id),
  coinName: row.coin,
  st: row.is_income ? 1 : 2,
  num: format(amount(row.amount)),
  remark: remarkOf(
    {
      kind: row.kind,
      isIncome: row.is_income,
      otherType: row.other_type,
      otherHouse: row.other_house,
      otherMember: row.other_member,
    },
    translate,
  ),
  addtime: row.at.toISOString(),
});

/** As the member may see it: the name of one whom they reached by number alone is masked (RULES 5.5). */
const ownBill = (row: BillListed, translate: Translate): Bill =>
  shownBill(
    row.other_known || row.other_member === null ? row : { ...row, other_member: maskedName(row.other_member) },
    translate,
  );

/** One page of the changes of a member's balances, newest first: a view of the journal (RULES 1.12). */
export async function listBills(
  query: Query,
  memberId: string,
  lang: string,
  input: Input<'getBillList'>,
): Promise<Bill[]> {
  const translate = translator(lang);
  return (await readBills(query, wantedOf(memberId, input))).map((row) => ownBill(row, translate));
}

/** A member's `count` bills up to a journal and as many after it, newest first. */
export async function billsAround(
  query: Query,
  memberId: string,
  lang: string,
  around: { readonly journal: number; readonly count: number },
): Promise<Bill[]> {
  const translate = translator(lang);
  return (await readBillsAround(query, memberId, around)).map((row) => ownBill(row, translate));
}

/** The same for an operator: each with its journal, and how many there are. */
export async function billsForOperator(
  query: Query,
  memberId: string,
  lang: string,
  input: Input<'getBillList'>,
): Promise<{ list: BillForOperator[]; total: number }> {
  const translate = translator(lang);
  const wanted = wantedOf(memberId, input);
  const [rows, total] = await Promise.all([readBills(query, wanted), countBills(query, wanted, TOTAL_MAX)]);
  return {
    list: rows.map((row) => ({
      ...shownBill(row, translate),
      type: row.type,
      c_id: Number(row.coin_id),
      kind: row.kind,
    })),
    total,
  };
}
