import type { AccountType, Bill, OwnTransfer, RechargeRecord, WithdrawalRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Pages } from '@plimsoll/ui';
import { post, type AskOptions, type Fields } from '../../platform/client.ts';
import { useSpoken } from '../../platform/language.ts';
import { useIsMember } from '../../platform/session.ts';
import { byId, usePages, type PageFields } from '../../platform/use-pages.ts';

const BALANCES = 'getUserBalanceList';
/** Records are polled while one of them waits for a decision. */
const UNDECIDED_EVERY_MS = 10_000;

/** The member's balances, polled unless `everyMs` is false; nothing is asked for a visitor. */
export const useBalances = (everyMs: number | false) =>
  useQuery({
    enabled: useIsMember(),
    queryKey: [BALANCES],
    queryFn: () => post(BALANCES, {}, { quiet: true }),
    refetchInterval: everyMs,
  });

/** Prices move all the time, and a day's profit need not. */
const PROFIT_EVERY_MS = 30_000;

/** The reader's midnight. */
const midnight = (): number => new Date().setHours(0, 0, 0, 0);

/** The member's portfolio since the reader's midnight, polled. */
export const useTodaysPortfolio = () =>
  useQuery({
    queryKey: ['getPortfolio', 'today'],
    queryFn: () => post('getPortfolio', { range: 'day', since: midnight(), curve: 0 }, { quiet: true }),
    refetchInterval: PROFIT_EVERY_MS,
  });

/** A curve of a day has a point each quarter of an hour. */
const CURVE_EVERY_MS = 300_000;

/** The same with the points between. */
export const useTodaysCurve = () =>
  useQuery({
    queryKey: ['getPortfolio', 'today', 'curve'],
    queryFn: () => post('getPortfolio', { range: 'day', since: midnight() }, { quiet: true }),
    refetchInterval: CURVE_EVERY_MS,
    staleTime: CURVE_EVERY_MS,
  });

export interface RecordFilter {
  readonly coinId?: string;
  readonly type?: AccountType;
}

const isUndecided = (record: object): boolean => 'status' in record && record.status === RECORD_STATUS.pending;

/** How often records are read again: never while all of them are decided. */
export const everyMs = (rows: readonly object[]): number | false =>
  rows.some(isUndecided) ? UNDECIDED_EVERY_MS : false;

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

/** The member's bills. */
export const useBills = (filter: RecordFilter): Pages<Bill> =>
  usePages(recordPages('getBillList', filter, (...asked) => post('getBillList', ...asked)));
/** The member's own transfers. */
export const useTransfers = (filter: RecordFilter): Pages<OwnTransfer> =>
  usePages(recordPages('getTransferList', filter, (...asked) => post('getTransferList', ...asked)));
/** The member's withdrawals. */
export const useWithdrawals = (filter: RecordFilter): Pages<WithdrawalRecord> =>
  usePages(recordPages('getWithdrawList', filter, (...asked) => post('getWithdrawList', ...asked)));
/** The member's deposits, their networks named in the present language. */
export function useDeposits(filter: RecordFilter): Pages<RechargeRecord> {
  const { code } = useSpoken();
  const { key, ...pages } = recordPages('getRechargeList', filter, (...asked) => post('getRechargeList', ...asked));
  return usePages({ ...pages, key: [...key, code] });
}

/** Invalidates every list of records. */
export function useRecordsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['getBillList', 'getTransferList', 'getWithdrawList', 'getRechargeList'])
      void client.invalidateQueries({ queryKey: [name] });
  };
}

/** Invalidates what a transfer changes: balances and records. */
export function useMoneyMoved(): () => void {
  const client = useQueryClient();
  const recordsChanged = useRecordsChanged();
  return () => {
    for (const name of [BALANCES, 'getPortfolio', 'getMarketBalance', 'getHyConfig'])
      void client.invalidateQueries({ queryKey: [name] });
    recordsChanged();
  };
}
