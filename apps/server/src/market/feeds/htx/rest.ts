import type { Clock } from '../../../platform/clock.ts';
import { nextPeriod, periodsBetween, periodStart } from '../../periods.ts';
import { isFields, type Fields } from '../../fields.ts';
import type { HistoryBar, Tier } from '../feed.ts';
import { wordsOf } from './messages.ts';

const WITHIN_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BARS = 2000;

interface RestOptions {
  readonly url: string;
  readonly clock: Clock;
}

/** HTX's public REST calls. Each rejects on a timeout, an unreadable answer or an error. */
export class HtxRest {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #ending = new AbortController();

  constructor({ url, clock }: RestOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#clock = clock;
  }

  async symbols(): Promise<Set<string>> {
    const data = await this.#ask('/v1/common/symbols');
    return new Set(data.flatMap((each) => (typeof each['symbol'] === 'string' ? [each['symbol']] : [])));
  }

  /** Whole bars from the one that holds `fromMs` to before `toMs`, oldest first; at most the newest 2000. */
  async bars(symbol: string, tier: Tier, fromMs: number, toMs: number): Promise<HistoryBar[]> {
    const firstMs = periodStart(tier, fromMs);
    const wanted = periodsBetween(tier, firstMs, nextPeriod(tier, periodStart(tier, this.#clock.nowMs())));
    const size = Math.min(MAX_BARS, Math.max(1, wanted));
    const data = await this.#ask(`/market/history/kline?symbol=${symbol}&period=${tier}&size=${size}`);
    return data
      .map((bar) => ({
        startMs: number(bar['id']) * 1000,
        open: number(bar['open']),
        high: number(bar['high']),
        low: number(bar['low']),
        close: number(bar['close']),
        amount: number(bar['amount']),
        vol: number(bar['vol']),
        count: number(bar['count']),
      }))
      .filter((bar) => bar.startMs >= firstMs && bar.startMs < toMs && periodStart(tier, bar.startMs) === bar.startMs)
      .toSorted((a, b) => a.startMs - b.startMs);
  }

  stop(): void {
    this.#ending.abort(new Error('the feed was stopped'));
  }

  async #ask(path: string): Promise<Fields[]> {
    const abort = new AbortController();
    const timer = this.#clock.after(WITHIN_MS, () => abort.abort(new Error('HTX did not answer in time')));
    try {
      const response = await fetch(this.#url + path, { signal: AbortSignal.any([abort.signal, this.#ending.signal]) });
      const answer: unknown = JSON.parse(await readText(response));
      if (
        isFields(answer) &&
        answer['status'] === 'ok' &&
        Array.isArray(answer['data']) &&
        answer['data'].every(isFields)
      )
        return answer['data'];
      throw new Error(
        `HTX answered ${response.status} to ${path}: ${wordsOf(isFields(answer) ? answer['err-msg'] : undefined)}`,
      );
    } finally {
      timer.cancel();
    }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('HTX response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
