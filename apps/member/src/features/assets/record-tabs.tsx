import type { AccountType } from '@plimsoll/contract';
import type { ComponentType } from 'react';
import { DepositList } from './deposit-list.tsx';
import { BillList, TransferList, type RecordListProps } from './record-lists.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

export type RecordKind = 'bills' | 'withdrawals' | 'deposits' | 'transfers';

export const RECORD_LISTS: Readonly<Record<RecordKind, ComponentType<RecordListProps>>> = {
  bills: BillList,
  withdrawals: WithdrawalList,
  deposits: DepositList,
  transfers: TransferList,
};

/** The tabs of each account (PRODUCT 13). */
export const RECORD_TABS: Readonly<Record<AccountType, readonly RecordKind[]>> = {
  1: ['bills', 'withdrawals', 'deposits'],
  2: ['bills', 'withdrawals', 'deposits'],
  3: ['bills', 'transfers'],
};
