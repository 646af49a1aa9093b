import type { AccountType, Bill, OwnTransfer, RechargeRecord, WithdrawalRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Pages } from '@plimsoll/ui';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';

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

interface RecordCalls {
  readonly getBillList: Bill;
  readonly getTransferList: OwnTransfer;
  readonly getWithdrawList: WithdrawalRecord;
  readonly getRechargeList: RechargeRecord;
}

const isUndecided = (record: object): boolean => 'status' in record && record.status === RECORD_STATUS.pending;

/** The member's records, page by page. */
const useRecordPages = <Name extends keyof RecordCalls>(
  name: Name,
  { coinId, type }: RecordFilter,
): Pages<RecordCalls[Name]> =>
  usePages({
    key: [name, coinId, type],
    idOf: byId,
    fetchPage: (page, signal) =>
      post(name, { c_id: coinId, type, ...page }, { signal, quiet: true }) as Promise<{ list: RecordCalls[Name][] }>,
    everyMs: (rows) => (rows.some(isUndecided) ? UNDECIDED_EVERY_MS : false),
  });

export const useBills = (filter: RecordFilter): Pages<Bill> => useRecordPages('getBillList', filter);
export const useTransfers = (filter: RecordFilter): Pages<OwnTransfer> => useRecordPages('getTransferList', filter);

export const useWithdrawals = (filter: RecordFilter): Pages<WithdrawalRecord> =>
  useRecordPages('getWithdrawList', filter);
export const useDeposits = (filter: RecordFilter): Pages<RechargeRecord> => useRecordPages('getRechargeList', filter);

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
