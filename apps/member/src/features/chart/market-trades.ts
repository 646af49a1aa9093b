import { useQuery } from '@tanstack/react-query';
import { askMarket } from './market-data.ts';

const TRADES_MS = 2000;

/** A market's newest trades, newest first, polled every 2 s. */
export const useMarketTrades = (symbol: string, count: number) =>
  useQuery({
    queryKey: ['market/history/trade', symbol, count],
    queryFn: async () => (await askMarket('history/trade', { symbol, size: String(count) })).data,
    refetchInterval: TRADES_MS,
    select: (groups) => groups.flatMap(({ data }) => data),
  });
