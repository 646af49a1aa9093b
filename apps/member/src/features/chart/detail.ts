import { useQuery } from '@tanstack/react-query';

/** Refresh of the day's figures (spec part 2, section 9). */
const DETAIL_MS = 5000;

/** A market's last 24 hours. JSON numbers, as that protocol carries them: for show, never for reckoning. */
export interface DayDetail {
  readonly open: number;
  readonly close: number;
  readonly low: number;
  readonly high: number;
  /** In the base coin. */
  readonly amount: number;
  /** In the quote coin. */
  readonly vol: number;
}

interface DetailAnswer {
  readonly status: string;
  readonly tick?: DayDetail;
}

async function fetchDetail(symbol: string, signal: AbortSignal): Promise<DayDetail> {
  const response = await fetch(`/huobiapi/market/detail?symbol=${encodeURIComponent(symbol)}`, { signal });
  const { status, tick } = await response.json() as DetailAnswer;
  if (status !== 'ok' || !tick) throw new Error(`no figures of the day for ${symbol}`);
  return tick;
}

/** A market's last 24 hours, asked for every 5 s. */
export const useDayDetail = (symbol: string) =>
  useQuery({ queryKey: ['market/detail', 'day', symbol], queryFn: ({ signal }) => fetchDetail(symbol, signal), refetchInterval: DETAIL_MS });

/** A JSON number as an exact decimal of so many places. */
export const written = (value: number, places: number): string => value.toFixed(places);
