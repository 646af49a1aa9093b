import type { MarkSource } from '@plimsoll/proof';
import { exactPrice, exactSize } from '../exact.ts';
import type { RawQuote } from '../feeds/feed.ts';
import { isJump } from '../tick-gate.ts';
import type { Market } from '../types.ts';

const SOURCE_TIMEOUT_MS = 5_000;
/** End of the year 9999: a later time cannot be stored. */
const LAST_MOMENT_MS = 253_402_300_799_999;
const TRADE = /^[\w-]{1,64}$/;

interface Quote {
  readonly source: MarkSource;
  readonly receivedAtMs: number;
}

type QuoteRefusal = 'not_positive' | 'crossed' | 'thin' | 'older';

/** The last quote of each source of one market. */
export class SourceQuotes {
  readonly #quotes = new Map<string, Quote>();

  /** Takes a source's newest quote. An unusable one removes the one before, which is no longer true. */
  take(market: Market, raw: RawQuote, receivedAtMs: number): QuoteRefusal | undefined {
    const last = this.#quotes.get(raw.source);
    // By the source's own clock, whatever its error.
    if (last && raw.sourceTimeMs < last.source.timeMs) return 'older';
    const read = readQuote(market, raw);
    if (typeof read === 'string') {
      this.#quotes.delete(raw.source);
      return read;
    }
    this.#quotes.set(raw.source, { source: read, receivedAtMs });
    return undefined;
  }

  forget(source: string): void {
    this.#quotes.delete(source);
  }

  /** The live sources, by name. A receive time far ahead of now means that the clock was set back. */
  live(nowMs: number): MarkSource[] {
    const live = [...this.#quotes.values()].filter(
      ({ receivedAtMs }) => Math.abs(nowMs - receivedAtMs) <= SOURCE_TIMEOUT_MS,
    );
    return live.map(({ source }) => source).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function readQuote(
  market: Market,
  { source, bid: rawBid, ask: rawAsk, depth, sourceTimeMs, seq, trade }: RawQuote,
): MarkSource | QuoteRefusal {
  const bid = exactPrice(rawBid);
  const ask = exactPrice(rawAsk);
  if (bid === undefined || ask === undefined || !(sourceTimeMs >= 0 && sourceTimeMs <= LAST_MOMENT_MS))
    return 'not_positive';
  if (bid >= ask) return 'crossed';
  // A book whose spread is beyond a tick's allowed jump has no mid.
  if (isJump(market, bid, ask)) return 'thin';
  if ((exactSize(depth) ?? 0n) < market.markDepth) return 'thin';
  return {
    name: source,
    bid,
    ask,
    timeMs: Math.floor(sourceTimeMs),
    ...(seq !== undefined && Number.isSafeInteger(seq) && seq >= 0 ? { seq } : {}),
    ...(trade !== undefined && TRADE.test(trade) ? { trade } : {}),
  };
}
