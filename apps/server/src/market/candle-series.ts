import type { KlineBar, Period } from '@plimsoll/contract';
import { BarTable } from './bar-table.ts';
import { roundPlaces } from './exact.ts';
import { nextPeriod, periodsBefore, periodsBetween, periodStart } from './periods.ts';

/** Trading from one moment on: a tick, a minute, or a longer stretch within one period. */
export interface Piece {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base. */
  readonly amount: number;
  /** In quote. */
  readonly vol: number;
  readonly count: number;
}

/** A trade as a piece; `amount` in base. */
export const pieceOf = (price: number, amount: number, startMs: number): Piece => ({
  startMs,
  open: price,
  high: price,
  low: price,
  close: price,
  amount,
  vol: roundPlaces(price * amount),
  count: 1,
});

/** Bars in memory of each market and period. */
export const SERIES_LENGTH = 2000;
const TRIM_AFTER = 100;
const FIGURES = ['open', 'high', 'low', 'close', 'amount', 'vol', 'count'] as const;

/** The bars of one market and period without gaps: an empty period is flat at the last close. */
export class CandleSeries {
  readonly period: Period;
  readonly #bars = new BarTable();
  /** Start of the newest bar; earlier ones precede it without a gap. */
  #newestMs = 0;
  #changed = new Set<number>();

  constructor(period: Period) {
    this.period = period;
  }

  restore(kept: KlineBar): void {
    const startMs = kept.id * 1000;
    const at = this.#placeFor(startMs);
    if (at >= 0 && this.#bars.get(at, 'count') === 0) this.#put(at, { ...kept, startMs });
  }

  /** Adds a piece to its bar, in any order; one too old is ignored. */
  add(piece: Piece): void {
    const startMs = periodStart(this.period, piece.startMs);
    const at = this.#placeFor(startMs);
    if (at < 0) return;
    this.#changed.add(startMs);
    if (this.#bars.get(at, 'count') === 0) this.#put(at, piece);
    else this.#merge(at, piece);
  }

  at(startMs: number): KlineBar | undefined {
    const at = this.#bars.length - 1 - periodsBetween(this.period, startMs, this.#newestMs);
    return at >= 0 && at < this.#bars.length ? this.#kline(at, startMs) : undefined;
  }

  /** Newest first, at most `size`, from the period of `nowMs` on. */
  newest(size: number, nowMs: number): KlineBar[] {
    const bars: KlineBar[] = [];
    let startMs = periodStart(this.period, nowMs);
    for (let at = this.#current(nowMs); at >= 0 && bars.length < size; at -= 1) {
      bars.push(this.#kline(at, startMs));
      startMs = periodsBefore(this.period, startMs, 1);
    }
    return bars;
  }

  /** The newest `size` bars up to now as one; undefined without any. */
  total(size: number, nowMs: number): Omit<KlineBar, 'id'> | undefined {
    const bars = this.#bars;
    const newest = this.#current(nowMs);
    if (newest < 0) return undefined;
    const oldest = Math.max(0, newest + 1 - size);
    const total = {
      open: bars.get(oldest, 'open'),
      close: bars.get(newest, 'close'),
      low: Number.POSITIVE_INFINITY,
      high: 0,
      amount: 0,
      vol: 0,
      count: 0,
    };
    for (let at = oldest; at <= newest; at += 1) {
      total.low = Math.min(total.low, bars.get(at, 'low'));
      total.high = Math.max(total.high, bars.get(at, 'high'));
      total.amount += bars.get(at, 'amount');
      total.vol += bars.get(at, 'vol');
      total.count += bars.get(at, 'count');
    }
    return total;
  }

  takeChanged(): KlineBar[] {
    const changed = this.#changed;
    this.#changed = new Set();
    return [...changed].flatMap((startMs) => this.at(startMs) ?? []).filter((bar) => bar.count > 0);
  }

  /** Marks the bars that end after `sinceMs` as changed: they may not have been stored completely. */
  noteChanged(sinceMs: number): void {
    const oldestMs = periodStart(this.period, sinceMs);
    let startMs = this.#newestMs;
    for (let at = this.#bars.length - 1; at >= 0 && startMs >= oldestMs; at -= 1) {
      this.#changed.add(startMs);
      startMs = periodsBefore(this.period, startMs, 1);
    }
  }

  /**
   * Index of the current bar, added if missing; negative without bars. Later bars (the clock was set back) are not
   * shown yet.
   */
  #current(nowMs: number): number {
    if (this.#bars.length === 0) return -1;
    const currentMs = periodStart(this.period, nowMs);
    this.#extendTo(currentMs);
    return this.#bars.length - 1 - periodsBetween(this.period, currentMs, this.#newestMs);
  }

  #put(at: number, piece: Piece): void {
    for (const field of FIGURES) this.#bars.set(at, field, piece[field]);
    this.#bars.set(at, 'firstMs', piece.startMs);
    this.#bars.set(at, 'lastMs', piece.startMs);
  }

  /** Pieces may come late: open and close follow time, not order of arrival. */
  #merge(at: number, piece: Piece): void {
    const bars = this.#bars;
    if (piece.startMs < bars.get(at, 'firstMs')) {
      bars.set(at, 'open', piece.open);
      bars.set(at, 'firstMs', piece.startMs);
    }
    if (piece.startMs >= bars.get(at, 'lastMs')) {
      bars.set(at, 'close', piece.close);
      bars.set(at, 'lastMs', piece.startMs);
    }
    bars.set(at, 'high', Math.max(bars.get(at, 'high'), piece.high));
    bars.set(at, 'low', Math.min(bars.get(at, 'low'), piece.low));
    bars.set(at, 'amount', roundPlaces(bars.get(at, 'amount') + piece.amount));
    bars.set(at, 'vol', roundPlaces(bars.get(at, 'vol') + piece.vol));
    bars.set(at, 'count', bars.get(at, 'count') + piece.count);
  }

  #kline(at: number, startMs: number): KlineBar {
    const bars = this.#bars;
    return {
      id: startMs / 1000,
      open: bars.get(at, 'open'),
      close: bars.get(at, 'close'),
      low: bars.get(at, 'low'),
      high: bars.get(at, 'high'),
      amount: bars.get(at, 'amount'),
      vol: bars.get(at, 'vol'),
      count: bars.get(at, 'count'),
    };
  }

  /** Index of the bar that begins at `startMs`, added if missing; negative when it is too old. */
  #placeFor(startMs: number): number {
    if (this.#bars.length === 0) {
      this.#bars.pushFlat(0, startMs);
      this.#newestMs = startMs;
    }
    this.#extendTo(startMs);
    const back = periodsBetween(this.period, startMs, this.#newestMs);
    if (back >= SERIES_LENGTH) return -1;
    if (back >= this.#bars.length) this.#extendBack(back + 1 - this.#bars.length);
    return this.#bars.length - 1 - back;
  }

  /** Adds bars before the oldest, flat at its open until history fills them. */
  #extendBack(count: number): void {
    const price = this.#bars.get(0, 'open');
    let startMs = periodsBefore(this.period, this.#newestMs, this.#bars.length - 1);
    this.#bars.prepend(count);
    for (let at = count - 1; at >= 0; at -= 1) {
      startMs = periodsBefore(this.period, startMs, 1);
      this.#bars.flatten(at, price, startMs);
    }
  }

  #extendTo(startMs: number): void {
    const missing = periodsBetween(this.period, this.#newestMs, startMs);
    if (missing <= 0) return;
    const close = this.#bars.get(this.#bars.length - 1, 'close');
    // After a long silence, bars that would be trimmed at once are skipped.
    if (missing > SERIES_LENGTH) this.#newestMs = periodsBefore(this.period, startMs, SERIES_LENGTH);
    while (this.#newestMs < startMs) {
      this.#newestMs = nextPeriod(this.period, this.#newestMs);
      this.#bars.pushFlat(close, this.#newestMs);
    }
    if (this.#bars.length > SERIES_LENGTH + TRIM_AFTER) this.#bars.trim(SERIES_LENGTH);
  }
}
