import type { MarketForOperator } from '@plimsoll/contract/operator';
import { useGetList } from 'ra-core';
import { useMemo } from 'react';

const MAX = 50;
const ALL = { pagination: { page: 1, perPage: MAX }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;
const LOGOS_STALE_MS = 300_000;
/** The quote coin has no market that could name its image. */
const OF_QUOTE = ['USDT', '/coins/usdt.svg'] as const;

/** Options of a filter by market. */
export function useMarketChoices(): readonly { readonly value: string; readonly label: string }[] {
  const { data = [] } = useGetList<MarketForOperator>('markets', ALL);
  return data.map(({ id, title }) => ({ value: String(id), label: title }));
}

/** A coin's image; undefined for none. */
export function useCoinLogos(): (coin: string) => string | undefined {
  const { data } = useGetList<MarketForOperator>('markets', ALL, {
    staleTime: LOGOS_STALE_MS,
    onError: () => undefined,
  });
  return useMemo(() => {
    const logos = new Map<string, string>([OF_QUOTE, ...(data ?? []).map(({ base, logo }) => [base, logo] as const)]);
    return (coin) => logos.get(coin) || undefined;
  }, [data]);
}
