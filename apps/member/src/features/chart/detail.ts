import { useQuery } from '@tanstack/react-query';
import { askMarket } from './market-data.ts';

const DETAIL_MS = 5000;

/** A market's last 24 hours, polled every 5 s. */
export const useDayDetail = (symbol: string) =>
  useQuery({
    queryKey: ['market/detail', symbol],
    queryFn: async () => (await askMarket('detail', { symbol })).tick,
    refetchInterval: DETAIL_MS,
  });

/** A JSON number as an exact decimal of so many places. */
export const written = (value: number, places: number): string => value.toFixed(places);
