import { IDENTITY_STATUS, LOAN_STATUS } from '@plimsoll/contract';
import type { LoanForOperator } from '@plimsoll/contract/operator';
import { translator } from '@plimsoll/i18n/server';
import { amount, format, ZERO, type Amount } from '@plimsoll/money';
import { houseAvailable } from '../../ledger/index.ts';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf } from '../../platform/id-page.ts';
import { orderNumber } from '../../platform/order-number.ts';
import type { Debts } from '../debt/index.ts';
import { KIND } from './loan.ts';
import { LISTED, loanRecordOf, OFFER_VERSION, type LoanListed } from './record.ts';

type Other = Pick<LoanListed, 'id' | 'title' | 'amount' | 'total' | 'status' | 'repayment_status'> & {
  readonly created_at: string;
  readonly due_at: string | null;
};
interface Row extends LoanListed {
  readonly member_id: string;
  readonly username: string;
  readonly credit_score: number;
  readonly identity_status: number;
  readonly frozen: boolean;
  readonly coin_id: string;
  readonly project_id: string;
  readonly project_version: number;
  readonly front_card: string;
  readonly back_card: string;
  readonly handheld_card: string;
  readonly images: number;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
  readonly repaid_by_member: boolean;
  readonly others: readonly Other[];
  readonly refused_at: Date | null;
  readonly refused_remark: string | null;
}

/** Other loans shown with one. */
const MAX_OTHERS = 10;
/** Refusals are shown so long. */
const LATELY_MS = 30 * 24 * 60 * 60 * 1000;

const byIds = sql<Row>(
  'loans.forOperator',
  `
  select ${LISTED}, l.member_id, m.username, m.credit_score, m.identity_status, m.frozen, l.coin_id, l.project_id, l.project_version,
    l.front_card, l.back_card, l.handheld_card,
    (select count(distinct u.pixels_hash)::int from upload u where u.name in (l.front_card, l.back_card, l.handheld_card)) as images,
    l.decided_by, o.username as decided_by_name, l.decided_at, l.repaid_by_member,
    coalesce((select json_agg(json_build_object('id', t.id::text, 'title', t.title, 'amount', t.amount::text, 'total', t.total::text, 'status', t.status,
        'repayment_status', t.repayment_status, 'created_at', t.created_at, 'due_at', t.due_at) order by t.id desc)
      from (select e.*, es.title from (select * from loan where member_id = l.member_id and id <> l.id order by id desc limit ${MAX_OTHERS}) e
        join loan_project_version es on es.project_id = e.project_id and es.version = e.project_version) t), '[]'::json) as others,
    f.decided_at as refused_at, f.remark as refused_remark
  from loan l ${OFFER_VERSION} join member m on m.id = l.member_id
  left join operator o on o.id = l.decided_by
  left join lateral (
    select r.decided_at, r.remark from loan r
    where r.member_id = l.member_id and r.status = ${LOAN_STATUS.refused} and r.id <> l.id
    order by r.decided_at desc limit 1
  ) f on true
  where l.id = any($1::bigint[])`,
);

type Check = LoanForOperator['checks'][number];

function checksOf(
  row: Row,
  { house, overdue }: { readonly house: Amount; readonly overdue: Amount },
  nowMs: number,
): Check[] {
  const refusedLately = row.refused_at !== null && row.refused_at.getTime() > nowMs - LATELY_MS;
  const check = (name: Check['check'], passed: boolean, at: Date | null = null, remark = ''): Check => ({
    check: name,
    passed,
    at: at?.toISOString() ?? null,
    remark,
  });
  return [
    check('identity', row.identity_status === IDENTITY_STATUS.certified),
    check('not_frozen', !row.frozen),
    check('no_overdue_loan', overdue === ZERO),
    check('images_differ', row.images === 3),
    check('house_can_pay', house >= amount(row.amount)),
    refusedLately
      ? check('no_refusal_lately', false, row.refused_at, row.refused_remark ?? '')
      : check('no_refusal_lately', true),
  ];
}

const otherOf = (row: Other): LoanForOperator['other_loans'][number] => {
  const at = new Date(row.created_at);
  return {
    // not money: an id, a number on the wire
    id: Number(row.id),
    order_num: orderNumber(KIND, row.id, at),
    title: row.title,
    amount: format(amount(row.amount)),
    total_amount: format(amount(row.total)),
    status: row.status,
    is_repayment: row.repayment_status,
    repayment_time: row.due_at === null ? null : new Date(row.due_at).toISOString(),
    addtime: at.toISOString(),
  };
};

interface Look {
  readonly lang: string;
  readonly nowMs: number;
  readonly debts: Debts;
  /** A link to an image of loan `id`, by its name on the wire, for an hour. */
  readonly link: (id: string, image: 'front_card' | 'later_card' | 'handheld_card', upload: string) => string;
}

/** In the order of the ids; missing ones are left out. */
export async function loansForOperator(
  query: Query,
  ids: readonly string[],
  { lang, nowMs, debts, link }: Look,
): Promise<LoanForOperator[]> {
  const rows = inOrderOf(ids, await query.run(byIds, [ids]));
  const [house, owed] = await Promise.all([
    houseAvailable(query, 'loans', [...new Set(rows.map((row) => row.coin_id))]),
    debts.owed(
      query,
      rows.map((row) => row.member_id),
    ),
  ]);
  const translate = translator(lang);
  return rows.map((row) => ({
    ...loanRecordOf(row, translate, nowMs),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    credit_score: row.credit_score,
    project_id: Number(row.project_id),
    project_version: row.project_version,
    front_card: link(row.id, 'front_card', row.front_card),
    later_card: link(row.id, 'later_card', row.back_card),
    handheld_card: link(row.id, 'handheld_card', row.handheld_card),
    decided:
      row.decided_at === null
        ? null
        : {
            // not money: an operator's number
            by: row.decided_by === null ? null : Number(row.decided_by),
            username: row.decided_by_name ?? '',
            at: row.decided_at.toISOString(),
          },
    overdue_time: row.overdue_at?.toISOString() ?? null,
    repaid_by_member: row.repaid_by_member,
    member_overdue: format(owed.get(row.member_id) ?? ZERO),
    other_loans: row.others.map(otherOf),
    checks: checksOf(row, { house: house.get(row.coin_id) ?? ZERO, overdue: owed.get(row.member_id) ?? ZERO }, nowMs),
  }));
}
