import type { MarketItem } from '@plimsoll/contract';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { recallJson, remember } from '../../platform/storage.ts';

export const MARKETS_EVERY_MS = 10_000;
/** Prices of this age are shown as old: three polls missed. */
export const MARKETS_OLD_MS = 3 * MARKETS_EVERY_MS;

interface Kept {
  readonly atMs: number;
  readonly list: readonly MarketItem[];
}

async function fetchMarkets(): Promise<readonly MarketItem[]> {
  const { list } = await post('getMarketList', {}, { quiet: true });
  remember('markets', JSON.stringify({ atMs: Date.now(), list } satisfies Kept));
  return list;
}

/** All markets, every 10 s or as a screen needs. Offline the last ones seen, with their time. */
export function useMarketList(everyMs: number = MARKETS_EVERY_MS) {
  return useQuery({
    queryKey: ['getMarketList'],
    queryFn: fetchMarkets,
    refetchInterval: everyMs,
    initialData: () => recallJson<Kept>('markets')?.list,
    initialDataUpdatedAt: () => recallJson<Kept>('markets')?.atMs ?? 0,
  });
}
