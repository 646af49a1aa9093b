import type { KlineBar, Side } from '@plimsoll/contract';

const TIMEOUT_MS = 15_000;

/** A market's last 24 hours. JSON numbers: for show, never for computing. */
export interface DayDetail {
  readonly open: number;
  readonly close: number;
  readonly low: number;
  readonly high: number;
  /** In base. */
  readonly amount: number;
  /** In quote. */
  readonly vol: number;
}

/** A trade of a market. JSON numbers: for show, never for computing. */
export interface MarketTrade {
  readonly id: number;
  /** In epoch ms. */
  readonly ts: number;
  readonly price: number;
  /** In base. */
  readonly amount: number;
  readonly direction: Side;
}

interface MarketAnswers {
  readonly detail: { readonly tick: DayDetail };
  readonly 'history/kline': { readonly data: readonly KlineBar[] };
  /** Newest first. */
  readonly 'history/trade': { readonly data: readonly { readonly data: readonly MarketTrade[] }[] };
}

/**
 * Reads market data in HTX's shape: `askMarket('detail', { symbol })`. Rejects without a readable answer that is ok.
 */
export async function askMarket<Path extends keyof MarketAnswers>(
  path: Path,
  fields: Readonly<Record<string, string>>,
): Promise<MarketAnswers[Path]> {
  const response = await fetch(`/huobiapi/market/${path}?${new URLSearchParams(fields)}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: MarketAnswers[Path] & { readonly status: string } = await response.json();
  if (answer.status !== 'ok') throw new Error(`no ${path} of ${fields['symbol']}`);
  return answer;
}
