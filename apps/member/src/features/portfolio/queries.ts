import type { Answer } from '@plimsoll/contract';
import type { PortfolioRange } from '@plimsoll/contract/codes/portfolio';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';

export type Portfolio = Answer<'getPortfolio'>;
export type BalanceAt = Answer<'getBalanceAt'>;

/** Prices move all the time, and a curve need not. */
export const EVERY_MS = 30_000;

/** The member's portfolio over a range, polled; while another range is fetched, the one before. */
export const usePortfolio = (range: PortfolioRange) =>
  useQuery({
    queryKey: ['getPortfolio', range],
    queryFn: () => post('getPortfolio', { range }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });

/** Balances and bills of a moment; nothing while none is chosen. */
export const useBalanceAt = (atMs: number | undefined) =>
  useQuery({
    queryKey: ['getBalanceAt', atMs],
    queryFn: () => post('getBalanceAt', { time: atMs }, { quiet: true }),
    enabled: atMs !== undefined,
    // What was does not change.
    staleTime: Infinity,
  });
