import { RECORD_STATUS, type Input, type OwnTransfer } from '@plimsoll/contract';
import { translator, type Translate } from '@plimsoll/i18n/server';
import { amount, format } from '@plimsoll/money';
import type { Query } from '../../platform/db.ts';
import { readTransfers, type TransferListed } from './store.ts';
import { wantedOf } from './wanted.ts';
import { accountName } from './words.ts';

const COMPLETED = RECORD_STATUS.completed;

/** A transfer as lists show it. */
export const shownTransfer = (row: TransferListed, translate: Translate): OwnTransfer => ({
  id: Number(row.id),
  coin: row.coin,
  coinName: row.coin,
  num: format(amount(row.amount)),
  status: COMPLETED,
  from_type: row.from_type,
  to_type: row.to_type,
  msg: translate('terms.ownTransfer', {
    from: accountName(row.from_type, translate),
    to: accountName(row.to_type, translate),
  }),
  updatetime: row.at.toISOString(),
});

/** One page of a member's transfers between own accounts, newest first; each is listed under both accounts. */
export async function listTransfers(
  query: Query,
  memberId: string,
  lang: string,
  input: Input<'getTransferList'>,
): Promise<OwnTransfer[]> {
  const translate = translator(lang);
  return (await readTransfers(query, wantedOf(memberId, input))).map((row) => shownTransfer(row, translate));
}
