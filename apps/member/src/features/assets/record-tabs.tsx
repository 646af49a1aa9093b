import type { AccountType } from '@plimsoll/contract';
import type { ComponentType } from 'react';
import { BillList, TransferList } from './record-lists.tsx';
import type { RecordFilter } from './queries.ts';

/** Kinds of records, by the name of their tab. */
export type RecordKind = 'bills' | 'transfers';

/** What draws each kind. */
export const RECORD_LISTS: Readonly<Record<RecordKind, ComponentType<{ readonly filter: RecordFilter; readonly isHidden: boolean }>>> = {
  bills: BillList,
  transfers: TransferList,
};

/** The tabs of each account (spec part 2, /trade-account). Withdrawals and deposits join those of funds and options once there are calls that list them. */
export const RECORD_TABS: Readonly<Record<AccountType, readonly RecordKind[]>> = {
  1: ['bills'],
  2: ['bills'],
  3: ['bills', 'transfers'],
};
