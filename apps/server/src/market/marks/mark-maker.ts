import type { Rate } from '@plimsoll/money';
import type { MarkSource } from '@plimsoll/proof';
import type { RawQuote } from '../feeds/feed.ts';
import type { Market, MarketMark } from '../types.ts';
import { decideMark, type Standing } from './decide-mark.ts';
import { SourceQuotes } from './source-quotes.ts';

/** An unchanged price is written again after this time (RULES 2). */
const UNCHANGED_MS = 1_000;
/** Minimum time between two marks. */
export const MARK_INTERVAL_MS = 200;

export interface MarkPlace {
  readonly seq: number;
  readonly timeMs: number;
}

interface MakerOptions {
  readonly band: () => Rate;
  readonly lastMark: (marketId: string) => MarketMark | undefined;
}

class Maker {
  readonly quotes = new SourceQuotes();
  last: MarketMark | undefined;
  /** By the clock; the mark's own time is later while the clock is set back. */
  madeAtMs = 0;
  standing: Standing | undefined;
  place: MarkPlace = { seq: 0, timeMs: 0 };
}

/** Makes the marks of every market from its sources' quotes (RULES 2). Runs in the leader. */
export class MarkMaker {
  readonly #options: MakerOptions;
  readonly #makers = new Map<string, Maker>();

  constructor(options: MakerOptions) {
    this.#options = options;
  }

  resume(marketId: string, place: MarkPlace): void {
    const maker = this.#of(marketId);
    if (place.seq > maker.place.seq) maker.place = place;
  }

  /** Takes a source's quote; false when it cannot be used. */
  take(market: Market, raw: RawQuote, nowMs: number): boolean {
    return this.#of(market.id).quotes.take(market, raw, nowMs) === undefined;
  }

  sourceDown(source: string): void {
    for (const { quotes } of this.#makers.values()) quotes.forget(source);
  }

  /**
   * The next mark of a market; undefined without a live source, and while nothing has changed for less than a second.
   */
  next(market: Market, nowMs: number): MarketMark | undefined {
    const maker = this.#of(market.id);
    const sources = maker.quotes.live(nowMs);
    if (sources.length === 0) {
      maker.standing = undefined;
      return undefined;
    }
    const before = this.#options.lastMark(market.id);
    const { mark, standing } = decideMark({
      before,
      sources,
      band: this.#options.band(),
      nowMs,
      standing: maker.standing,
    });
    maker.standing = standing;
    const { last } = maker;
    const isSame =
      last !== undefined && last.price === mark.price && last.held === mark.held && sameNames(last.sources, sources);
    if (isSame && Math.abs(nowMs - maker.madeAtMs) < UNCHANGED_MS) return undefined;
    const place = { seq: maker.place.seq + 1, timeMs: Math.max(nowMs, maker.place.timeMs) };
    maker.place = place;
    maker.madeAtMs = nowMs;
    maker.last = { ...mark, ...place, marketId: market.id };
    return maker.last;
  }

  #of(marketId: string): Maker {
    const maker = this.#makers.get(marketId) ?? new Maker();
    this.#makers.set(marketId, maker);
    return maker;
  }
}

const sameNames = (a: readonly MarkSource[], b: readonly MarkSource[]): boolean =>
  a.length === b.length && a.every((each, index) => each.name === b[index]?.name);
