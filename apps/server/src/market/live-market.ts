import { toNumber } from '@plimsoll/money';
import { BookGate } from './book-gate.ts';
import { pieceOf } from './candle-series.ts';
import { MarketCandles } from './candles.ts';
import type { RawBook, RawTick } from './feeds/feed.ts';
import type { CandleProgress, KeptBar } from './store.ts';
import { TickGate, type Quarantine, type SecondSource } from './tick-gate.ts';
import type { Book, Market, MarketMark, Tick } from './types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** State of one market: last tick, book and mark, candles, and the checks for new ones. */
export class LiveMarket {
  market: Market;
  #candles = new MarketCandles();
  lastTick: Tick | undefined;
  book: Book | undefined;
  mark: MarketMark | undefined;
  /** Marks up to this number are known. */
  #markSeq = 0;
  readonly #ticks: TickGate;
  readonly #books = new BookGate();
  /** The candles are complete up to this moment; 0 without a past. */
  #wholeUntilMs = 0;
  #lastSeq = 0;
  #quarantined = { day: 0, count: 0 };

  constructor(market: Market, secondSource?: SecondSource) {
    this.market = market;
    this.#ticks = new TickGate(secondSource);
  }

  get candles(): MarketCandles {
    return this.#candles;
  }

  get wholeUntilMs(): number {
    return this.#wholeUntilMs;
  }

  /** Accepts a tick of the feed; `candleTime` names the time that places it in candles, undefined for none. */
  takeTick(raw: RawTick, receiveTimeMs: number, candleTime?: 'source' | 'receive'): Tick | Quarantine {
    const tick = this.#ticks.judge(this.market, raw, receiveTimeMs);
    if (typeof tick === 'string') return this.#quarantine(tick, receiveTimeMs);
    this.lastTick = tick;
    if (candleTime) this.#addToCandles(tick, candleTime);
    return tick;
  }

  takeBook(raw: RawBook, receiveTimeMs: number): Book | Quarantine {
    const book = this.#books.judge(this.market, raw, this.lastTick, receiveTimeMs);
    if (typeof book === 'string') return this.#quarantine(book, receiveTimeMs);
    this.book = book;
    return book;
  }

  followTick(tick: Tick, candleTime?: 'source' | 'receive'): boolean {
    if (tick.seq <= (this.lastTick?.seq ?? 0)) return false;
    this.#ticks.resume(tick, true);
    this.lastTick = tick;
    if (candleTime) this.#addToCandles(tick, candleTime);
    return true;
  }

  followBook(book: Book): boolean {
    if (book.seq <= (this.book?.seq ?? 0)) return false;
    this.#books.resume(book);
    this.book = book;
    return true;
  }

  takeMark(mark: MarketMark): boolean {
    if (mark.held || mark.seq <= this.#markSeq) return false;
    this.mark = mark;
    this.#markSeq = mark.seq;
    return true;
  }

  /** Takes marks of any number: those of the last leader may be on no tape, and their numbers come again. */
  renumberMarks(): void {
    this.#markSeq = 0;
  }

  followQuarantined(count: number, nowMs: number): void {
    this.#quarantined = { day: dayOf(nowMs), count };
  }

  /** Rebuilds the candles from stored `bars` and the `ticks` after them, in order. */
  rebuild(
    bars: readonly KeptBar[],
    progress: CandleProgress | undefined,
    ticks: readonly Tick[],
    candleTime: 'source' | 'receive',
  ): void {
    this.#candles = new MarketCandles(this.#candles.version + 1);
    this.#wholeUntilMs = 0;
    for (const { period, bar } of bars) this.#candles.restore(period, bar);
    if (progress) this.wholeTo(progress.completeToMs, progress.seq);
    for (const tick of ticks) this.#addToCandles(tick, candleTime);
  }

  quarantinedToday(nowMs: number): number {
    return this.#quarantined.day === dayOf(nowMs) ? this.#quarantined.count : 0;
  }

  resume(tick: Tick, sameRun: boolean): void {
    this.#ticks.resume(tick, sameRun);
    this.#lastSeq = Math.max(this.#lastSeq, tick.seq);
    if (sameRun) this.lastTick = tick;
  }

  replay(tick: Tick, candleTime: 'source' | 'receive'): void {
    this.#addToCandles(tick, candleTime);
  }

  /** Marks the candles complete up to `untilMs`, the tick `seq` included. */
  wholeTo(untilMs: number, seq = 0): void {
    this.#wholeUntilMs = Math.max(this.#wholeUntilMs, untilMs);
    this.#lastSeq = Math.max(this.#lastSeq, seq);
  }

  /** The bars changed since the last call, and how far the candles reach. */
  takeChanges(): { readonly bars: KeptBar[]; readonly progress: CandleProgress } {
    const marketId = this.market.id;
    const bars = this.candles.takeChanged().map(({ period, bar }) => ({ marketId, period, bar }));
    return { bars, progress: { marketId, seq: this.#lastSeq, completeToMs: this.#wholeUntilMs } };
  }

  #quarantine(reason: Quarantine, atMs: number): Quarantine {
    const day = dayOf(atMs);
    this.#quarantined = { day, count: this.#quarantined.day === day ? this.#quarantined.count + 1 : 1 };
    return reason;
  }

  #addToCandles(tick: Tick, candleTime: 'source' | 'receive'): void {
    const atMs = candleTime === 'source' ? tick.sourceTimeMs : tick.receiveTimeMs;
    this.#candles.add(pieceOf(toNumber(tick.price), toNumber(tick.size), atMs));
    this.#lastSeq = Math.max(this.#lastSeq, tick.seq);
    // Without a past the candles are not complete: history is filled in before them.
    if (this.#wholeUntilMs > 0) this.wholeTo(atMs);
  }
}
