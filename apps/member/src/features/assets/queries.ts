import type { AccountType, Bill, OwnTransfer, RechargeRecord, WithdrawalRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Pages } from '@plimsoll/ui';
import { post, type AskOptions, type Fields } from '../../platform/client.ts';
import { byId, usePages, type PageFields } from '../../platform/use-pages.ts';

const BALANCES = 'getUserBalanceList';
/** How often records are asked for again while one of them waits for a decision, in ms. */
const UNDECIDED_EVERY_MS = 10_000;

/** Everything the member has, asked again so often, in ms. */
export const useBalances = (everyMs: number) =>
  useQuery({
    queryKey: [BALANCES],
    queryFn: () => post(BALANCES, {}, { quiet: true }),
    refetchInterval: everyMs,
  });

/** Which records: of one coin and account, or all. */
export interface RecordFilter {
  readonly coinId?: string;
  readonly type?: AccountType;
}

const isUndecided = (record: object): boolean => 'status' in record && record.status === RECORD_STATUS.pending;

/** How often a list of records is asked for again. */
const everyMs = (rows: readonly object[]): number | false => (rows.some(isUndecided) ? UNDECIDED_EVERY_MS : false);

/** What all lists of records are asked with: the filter, and the page. */
const recordPages = <Row extends { readonly id: number }>(
  name: 'getBillList' | 'getTransferList' | 'getWithdrawList' | 'getRechargeList',
  { coinId, type }: RecordFilter,
  fetch: (fields: Fields, options: AskOptions) => Promise<{ readonly list: readonly Row[] }>,
) => ({
  key: [name, coinId, type],
  idOf: byId,
  fetchPage: (page: PageFields, signal: AbortSignal) => fetch({ c_id: coinId, type, ...page }, { signal, quiet: true }),
  everyMs,
});

/** The member's bills, page by page. */
export const useBills = (filter: RecordFilter): Pages<Bill> =>
  usePages(recordPages('getBillList', filter, (...asked) => post('getBillList', ...asked)));
/** The member's transfers between their own accounts, page by page. */
export const useTransfers = (filter: RecordFilter): Pages<OwnTransfer> =>
  usePages(recordPages('getTransferList', filter, (...asked) => post('getTransferList', ...asked)));
/** The member's withdrawals, page by page. */
export const useWithdrawals = (filter: RecordFilter): Pages<WithdrawalRecord> =>
  usePages(recordPages('getWithdrawList', filter, (...asked) => post('getWithdrawList', ...asked)));
/** The member's deposits, page by page. */
export const useDeposits = (filter: RecordFilter): Pages<RechargeRecord> =>
  usePages(recordPages('getRechargeList', filter, (...asked) => post('getRechargeList', ...asked)));

/** Asks again for every list of records. */
export function useRecordsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['getBillList', 'getTransferList', 'getWithdrawList', 'getRechargeList'])
      void client.invalidateQueries({ queryKey: [name] });
  };
}

/** Asks again for all that a transfer changes: what is there, what can be traded with, and the records. */
export function useMoneyMoved(): () => void {
  const client = useQueryClient();
  const recordsChanged = useRecordsChanged();
  return () => {
    for (const name of [BALANCES, 'getMarketBalance', 'getHyConfig'])
      void client.invalidateQueries({ queryKey: [name] });
    recordsChanged();
  };
}
