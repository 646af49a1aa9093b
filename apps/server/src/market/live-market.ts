import { toNumber } from '@plimsoll/money';
import { BookGate } from './book-gate.ts';
import { pieceOf } from './candle-series.ts';
import { MarketCandles } from './candles.ts';
import type { RawBook, RawTick } from './feeds/feed.ts';
import type { CandleMark, KeptBar } from './store.ts';
import { TickGate, type Quarantine, type SecondSource } from './tick-gate.ts';
import type { Book, Market, MarketMark, Tick } from './types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** One market as it stands: its last tick and book, its candles, and the gates that new ones pass. */
export class LiveMarket {
  /** As the catalogue last said. */
  market: Market;
  #candles = new MarketCandles();
  lastTick: Tick | undefined;
  book: Book | undefined;
  /** The last that was not held back. */
  mark: MarketMark | undefined;
  readonly #ticks: TickGate;
  readonly #books = new BookGate();
  /** The candles are whole up to this moment; 0 while they have no past. */
  #wholeUntilMs = 0;
  #lastSeq = 0;
  /** What was not used, of which day. */
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

  /**
   * Takes a tick of the feed; `candleTime` says which of its times places it in the candles; without, it is in none.
   */
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

  /** Takes over a tick that another process accepted; false when it is known already. */
  followTick(tick: Tick, candleTime?: 'source' | 'receive'): boolean {
    if (tick.seq <= (this.lastTick?.seq ?? 0)) return false;
    this.#ticks.resume(tick, true);
    this.lastTick = tick;
    if (candleTime) this.#addToCandles(tick, candleTime);
    return true;
  }

  /** Takes over a book that another process accepted; false when it is known already. */
  followBook(book: Book): boolean {
    if (book.seq <= (this.book?.seq ?? 0)) return false;
    this.#books.resume(book);
    this.book = book;
    return true;
  }

  /** Takes a mark, own or of another process; false when it is held back or known already. */
  takeMark(mark: MarketMark): boolean {
    if (mark.held || mark.seq <= (this.mark?.seq ?? 0)) return false;
    this.mark = mark;
    return true;
  }

  /** Takes over how much another process did not use since midnight, UTC. */
  followQuarantined(count: number, nowMs: number): void {
    this.#quarantined = { day: dayOf(nowMs), count };
  }

  /** Makes the candles anew of what was kept: `bars`, and the `ticks` after them in order. */
  rebuild(
    bars: readonly KeptBar[],
    mark: CandleMark | undefined,
    ticks: readonly Tick[],
    candleTime: 'source' | 'receive',
  ): void {
    this.#candles = new MarketCandles(this.#candles.version + 1);
    this.#wholeUntilMs = 0;
    for (const { period, bar } of bars) this.#candles.restore(period, bar);
    if (mark) this.wholeTo(mark.atMs, mark.seq);
    for (const tick of ticks) this.#addToCandles(tick, candleTime);
  }

  /** How many ticks and books were not used since midnight, UTC. */
  quarantinedToday(nowMs: number): number {
    return this.#quarantined.day === dayOf(nowMs) ? this.#quarantined.count : 0;
  }

  /** Continues after the last tick that was kept. */
  resume(tick: Tick, sameRun: boolean): void {
    this.#ticks.resume(tick, sameRun);
    this.#lastSeq = Math.max(this.#lastSeq, tick.seq);
    if (sameRun) this.lastTick = tick;
  }

  /** Adds a tick that was kept but is not in the kept candles yet. */
  replay(tick: Tick, candleTime: 'source' | 'receive'): void {
    this.#addToCandles(tick, candleTime);
  }

  /** The candles hold everything up to `untilMs`, the tick `seq` included. */
  wholeTo(untilMs: number, seq = 0): void {
    this.#wholeUntilMs = Math.max(this.#wholeUntilMs, untilMs);
    this.#lastSeq = Math.max(this.#lastSeq, seq);
  }

  /** What changed in the candles since the last call, and how far they have come. */
  takeChanges(): { readonly bars: KeptBar[]; readonly mark: CandleMark } {
    const marketId = this.market.id;
    const bars = this.candles.takeChanged().map(({ period, bar }) => ({ marketId, period, bar }));
    return { bars, mark: { marketId, seq: this.#lastSeq, atMs: this.#wholeUntilMs } };
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
    // What goes on from no past is not whole: history is still to be filled in before it.
    if (this.#wholeUntilMs > 0) this.wholeTo(atMs);
  }
}
