import { ACCOUNT_TYPE, RECORD_STATUS, type Input } from '@plimsoll/contract';
import type { RechargeRecord, WithdrawalRecord } from '@plimsoll/contract/funding';
import type { Query } from '../../platform/db.ts';
import { ownRechargeOf } from './recharge-record.ts';
import { readRecharges, type Stretch } from './recharge-store.ts';
import type { UsualTimes } from './usual-times.ts';
import { withdrawalRecordOf } from './withdrawal-record.ts';
import { readWithdrawals } from './withdrawal-store.ts';

/** Undefined for accounts without deposits and withdrawals. */
function stretchOf(memberId: string, { c_id, type, page, limit }: Input<'getRechargeList'>): Stretch | undefined {
  if (type !== undefined && type !== ACCOUNT_TYPE.funds) return undefined;
  return { memberId, coinId: c_id ?? null, limit, offset: (page - 1) * limit };
}

/** Each with how long it usually takes, where it waits. */
async function withUsual<Row extends { readonly status: 1 | 2 | 3 }>(
  rows: readonly Row[],
  usual: () => Promise<number | null>,
): Promise<(Row & { readonly usual_minutes: number | null })[]> {
  const isWaiting = ({ status }: Row): boolean => status === RECORD_STATUS.pending;
  const minutes = rows.some(isWaiting) ? await usual() : null;
  return rows.map((row) => ({ ...row, usual_minutes: isWaiting(row) ? minutes : null }));
}

/** What lists are read with. */
export interface Reading {
  readonly db: Query;
  readonly usual: UsualTimes;
}

/** A page of deposits, newest first, for a reader of a language. */
export async function listOwnRecharges(
  { db, usual }: Reading,
  { memberId, lang }: { readonly memberId: string; readonly lang: string },
  input: Input<'getRechargeList'>,
): Promise<RechargeRecord[]> {
  const stretch = stretchOf(memberId, input);
  if (!stretch) return [];
  const rows = await readRecharges(db, stretch);
  return withUsual(
    rows.map((row) => ownRechargeOf(row, lang)),
    () => usual('recharge'),
  );
}

/** A page of withdrawals, newest first. */
export async function listOwnWithdrawals(
  { db, usual }: Reading,
  memberId: string,
  input: Input<'getWithdrawList'>,
): Promise<WithdrawalRecord[]> {
  const stretch = stretchOf(memberId, input);
  if (!stretch) return [];
  const rows = await readWithdrawals(db, stretch);
  return withUsual(rows.map(withdrawalRecordOf), () => usual('withdrawal'));
}
