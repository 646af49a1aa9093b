import type { Input, LoanRecord } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { sql, type Query } from '../../platform/db.ts';
import { LISTED, loanRecordOf, OFFER_VERSION, type LoanListed } from './record.ts';

const page = (name: string, ofStatus: string) =>
  sql<LoanListed>(
    name,
    `
  select ${LISTED} from (select * from loan where member_id = $1 and ${ofStatus} order by id desc limit $3 offset $4) l ${OFFER_VERSION} order by l.id desc`,
  );
// Two statements: each reads its own index in order.
const ofAll = page('loans.list', '$2::smallint is null');
const ofStatus = page('loans.listOfStatus', 'status = $2::smallint');

/** A page of a member's loans at `nowMs`, newest first (docs/wire/loans.md). */
export async function listLoans(
  query: Query,
  memberId: string,
  { lang, nowMs }: { readonly lang: string; readonly nowMs: number },
  { status, page: at, limit }: Input<'getLoanRecords'>,
): Promise<LoanRecord[]> {
  const wanted = status === undefined || status === '0' ? null : status;
  const translate = translator(lang);
  return (await query.run(wanted === null ? ofAll : ofStatus, [memberId, wanted, limit, (at - 1) * limit])).map((row) =>
    loanRecordOf(row, translate, nowMs),
  );
}
