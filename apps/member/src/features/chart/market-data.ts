/** Longest wait for an answer (PRODUCT 1). */
const TIMEOUT_MS = 15_000;

/**
 * Asks for market data, which answers in HTX's shape and not in the envelope: `askMarket<Answer>('detail', { symbol
 * })`. Rejects when there is no answer in time, none that can be read, or one that is not ok.
 */
export async function askMarket<Answer>(
  path: 'detail' | 'history/kline',
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(`/huobiapi/market/${path}?${new URLSearchParams(fields)}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json()) as { readonly status: string };
  if (answer.status !== 'ok') throw new Error(`no ${path} of ${fields['symbol']}`);
  return answer as Answer;
}
