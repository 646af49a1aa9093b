import type { MarkSource } from '@plimsoll/proof';
import { exactPrice, exactSize } from '../exact.ts';
import type { RawQuote } from '../feeds/feed.ts';
import { isJump } from '../tick-gate.ts';
import type { Market } from '../types.ts';

/** A source's book counts for so long without a newer one (RULES 2). */
const SOURCE_LIVES_MS = 5_000;
/** End of the year 9999: a later time could not be written. */
const LAST_MOMENT_MS = 253_402_300_799_999;
/** A venue's name for a trade; others are left out. */
const TRADE = /^[\w-]{1,64}$/;

interface Quote {
  readonly source: MarkSource;
  readonly receivedAtMs: number;
}

/** Why a quote is not used. */
type QuoteRefusal = 'not_positive' | 'crossed' | 'thin' | 'older';

/** What each source of one market last said. */
export class SourceQuotes {
  readonly #quotes = new Map<string, Quote>();

  /**
   * Takes over a source's newest best prices. What cannot be used takes its place as silence: the price before is no
   * longer what the source says.
   */
  take(market: Market, raw: RawQuote, receivedAtMs: number): QuoteRefusal | undefined {
    const last = this.#quotes.get(raw.source);
    // By the source's own time, however far its clock is off.
    if (last && raw.sourceTimeMs < last.source.timeMs) return 'older';
    const read = readQuote(market, raw);
    if (typeof read === 'string') {
      this.#quotes.delete(raw.source);
      return read;
    }
    this.#quotes.set(raw.source, { source: read, receivedAtMs });
    return undefined;
  }

  /** The source's connection broke. */
  forget(source: string): void {
    this.#quotes.delete(source);
  }

  /**
   * The sources that live at a moment, by name. A receive time ahead of now by more than a life means the clock was set
   * back.
   */
  living(nowMs: number): MarkSource[] {
    const living = [...this.#quotes.values()].filter(
      ({ receivedAtMs }) => Math.abs(nowMs - receivedAtMs) <= SOURCE_LIVES_MS,
    );
    return living.map(({ source }) => source).toSorted((a, b) => (a.name < b.name ? -1 : 1));
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
  // A book with nothing in it near the price has no mid: as wide apart as no tick may jump.
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
