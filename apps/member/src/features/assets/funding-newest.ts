import type { RechargeRecord, WithdrawalRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { post } from '../../platform/client.ts';
import { useNews } from '../../platform/news.ts';
import { PAGE_SIZE } from '../../platform/use-pages.ts';
import { everyMs, useRecordsChanged } from './queries.ts';

/** The newest deposits and withdrawals, read again while one of them waits for a decision. */
export function useNewestFunding() {
  const deposits = useQuery({
    queryKey: ['getRechargeList', 'newest'],
    queryFn: ({ signal }) => post('getRechargeList', { page: 1, limit: PAGE_SIZE }, { signal, quiet: true }),
    select: ({ list }) => list,
    refetchInterval: ({ state }) => everyMs(state.data?.list ?? []),
  });
  const withdrawals = useQuery({
    queryKey: ['getWithdrawList', 'newest'],
    queryFn: ({ signal }) => post('getWithdrawList', { page: 1, limit: PAGE_SIZE }, { signal, quiet: true }),
    select: ({ list }) => list,
    refetchInterval: ({ state }) => everyMs(state.data?.list ?? []),
  });
  return { deposits, withdrawals };
}

/** A deposit or a withdrawal that was decided. */
export type Decided =
  | { readonly kind: 'recharge'; readonly record: RechargeRecord }
  | { readonly kind: 'withdraw'; readonly record: WithdrawalRecord };

/** Calls once for each deposit and withdrawal that is decided while this is drawn. */
export function useDecidedFunding(onDecided: (decided: Decided) => void): void {
  const { deposits, withdrawals } = useNewestFunding();
  const recordsChanged = useRecordsChanged();
  useNews('balance', recordsChanged);
  // What is refused moves nothing of a deposit: its notice says so.
  useNews('notice', recordsChanged);
  const waiting = useRef(new Set<string>());
  const look = useEffectEvent((all: readonly Decided[]) => {
    for (const each of all) {
      const key = `${each.kind} ${each.record.id}`;
      if (each.record.status === RECORD_STATUS.pending) waiting.current.add(key);
      else if (waiting.current.delete(key)) onDecided(each);
    }
  });
  useEffect(() => {
    look((deposits.data ?? []).map((record) => ({ kind: 'recharge', record })));
  }, [deposits.data]);
  useEffect(() => {
    look((withdrawals.data ?? []).map((record) => ({ kind: 'withdraw', record })));
  }, [withdrawals.data]);
}
