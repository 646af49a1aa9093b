import { ACCOUNT_TYPE, type Input } from '@plimsoll/contract';
import type { RechargeRecord, WithdrawalRecord } from '@plimsoll/contract/funding';
import type { Query } from '../../platform/db.ts';
import { ownRechargeOf } from './recharge-record.ts';
import { readRecharges, type Stretch } from './recharge-store.ts';
import { withdrawalRecordOf } from './withdrawal-record.ts';
import { readWithdrawals } from './withdrawal-store.ts';

/** Undefined for accounts without deposits and withdrawals. */
function stretchOf(memberId: string, { c_id, type, page, limit }: Input<'getRechargeList'>): Stretch | undefined {
  if (type !== undefined && type !== ACCOUNT_TYPE.funds) return undefined;
  return { memberId, coinId: c_id ?? null, limit, offset: (page - 1) * limit };
}

/** A page of deposits, newest first, for a reader of a language. */
export async function listOwnRecharges(
  query: Query,
  { memberId, lang }: { readonly memberId: string; readonly lang: string },
  input: Input<'getRechargeList'>,
): Promise<RechargeRecord[]> {
  const stretch = stretchOf(memberId, input);
  return stretch ? (await readRecharges(query, stretch)).map((row) => ownRechargeOf(row, lang)) : [];
}

/** A page of withdrawals, newest first. */
export async function listOwnWithdrawals(
  query: Query,
  memberId: string,
  input: Input<'getWithdrawList'>,
): Promise<WithdrawalRecord[]> {
  const stretch = stretchOf(memberId, input);
  return stretch ? (await readWithdrawals(query, stretch)).map(withdrawalRecordOf) : [];
}
