import { PERIODS, type KlineBar, type Period } from '@plimsoll/contract';
import { CandleSeries, type Piece } from './candle-series.ts';
import { candleAmount, candlePrice } from './exact.ts';
import { PERIOD_MS } from './periods.ts';
import type { DayFigures } from './types.ts';

const DAY_MINUTES = 24 * 60;

/** The candles of one market in all nine periods: the larger add up what the smaller hold. */
export class MarketCandles {
  readonly #series: Readonly<Record<Period, CandleSeries>>;
  /** Rises with every change, so that what was made from the candles can tell that it is old. */
  version: number;

  constructor(version = 0) {
    this.version = version;
    this.#series = Object.fromEntries(PERIODS.map((period) => [period, new CandleSeries(period)])) as Record<
      Period,
      CandleSeries
    >;
  }

  /**
   * Adds a piece that lies within one `span` (a tick: within any) to that period and all larger ones, where it is not
   * older than `sinceMs` says.
   */
  add(piece: Piece, span: Period = '1min', sinceMs?: ReadonlyMap<Period, number>): void {
    this.version += 1;
    for (const period of PERIODS) {
      if (PERIOD_MS[period] < PERIOD_MS[span] || piece.startMs < (sinceMs?.get(period) ?? 0)) continue;
      this.#series[period].add(piece);
    }
  }

  /** Puts a bar that was kept back in its place, in its own period only. */
  restore(period: Period, bar: KlineBar): void {
    this.#series[period].restore(bar);
  }

  at(period: Period, startMs: number): KlineBar | undefined {
    return this.#series[period].at(startMs);
  }

  newest(period: Period, size: number, nowMs: number): KlineBar[] {
    return this.#series[period].newest(size, nowMs);
  }

  /** What changed since the last call, to be kept. */
  takeChanged(): { readonly period: Period; readonly bar: KlineBar }[] {
    return PERIODS.flatMap((period) => this.#series[period].takeChanged().map((bar) => ({ period, bar })));
  }

  /** All that ends after `sinceMs` counts as changed. */
  noteChanged(sinceMs: number): void {
    for (const period of PERIODS) this.#series[period].noteChanged(sinceMs);
  }

  /** The last 24 hours, minute by minute; undefined before the first tick. */
  day(nowMs: number): DayFigures | undefined {
    const total = this.#series['1min'].total(DAY_MINUTES + 1, nowMs);
    return (
      total && {
        open: candlePrice(total.open),
        high: candlePrice(total.high),
        low: candlePrice(total.low),
        close: candlePrice(total.close),
        amount: candleAmount(total.amount),
        vol: candleAmount(total.vol),
        count: total.count,
      }
    );
  }
}
