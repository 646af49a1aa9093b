import type { KlineBar } from '@plimsoll/contract';

/** Longest wait for an answer (PRODUCT 1). */
const TIMEOUT_MS = 15_000;

/** A market's last 24 hours. JSON numbers, as that protocol carries them: for show, never for computing. */
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

interface MarketAnswers {
  readonly detail: { readonly tick: DayDetail };
  /** Newest first. */
  readonly 'history/kline': { readonly data: readonly KlineBar[] };
}

/**
 * Asks for market data, which answers in HTX's shape and not in the envelope: `askMarket('detail', { symbol })`.
 * Rejects when there is no answer in time, none that can be read, or one that is not ok.
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
