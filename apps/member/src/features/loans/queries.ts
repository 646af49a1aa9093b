import type { LoanRecord } from '@plimsoll/contract';
import { LOAN_STATUS, REPAYMENT } from '@plimsoll/contract/codes/loans';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { useMoneyMoved } from '../assets/index.ts';

const PROJECTS = 'getLoanProjects';
const LOANS = 'getLoanRecords';
const OPEN_EVERY_MS = 10_000;

/** True while an operator, the member or the clock may still change it. */
const isOpen = ({ status, is_repayment }: LoanRecord): boolean =>
  status === LOAN_STATUS.applied || (status === LOAN_STATUS.approved && is_repayment !== REPAYMENT.repaid);

/** The offers. */
export const useLoanProjects = () =>
  useQuery({ queryKey: [PROJECTS], queryFn: () => post(PROJECTS, {}, { quiet: true }), select: ({ list }) => list });
/** One offer; undefined when it is no longer offered. */
export const useLoanProject = (id: string) =>
  useQuery({
    queryKey: [PROJECTS, id],
    queryFn: () => post(PROJECTS, { id }, { quiet: true }),
    select: ({ list }) => list,
    enabled: id !== '',
  });

export type LoanFilter = '0' | '1' | '2' | '3' | '4';

/** The member's loans, newest first. */
export const useLoans = (status: LoanFilter): Pages<LoanRecord> =>
  usePages({
    key: [LOANS, status],
    idOf: byId,
    fetchPage: (page, signal) => post(LOANS, { status, ...page }, { signal, quiet: true }),
    everyMs: (rows) => (rows.some(isOpen) ? OPEN_EVERY_MS : false),
  });

/** Invalidates what applying, cancelling or repaying changes. */
export function useLoansChanged(): () => void {
  const client = useQueryClient();
  const moneyMoved = useMoneyMoved();
  return () => {
    for (const name of [PROJECTS, LOANS, 'getSetting']) void client.invalidateQueries({ queryKey: [name] });
    moneyMoved();
  };
}
