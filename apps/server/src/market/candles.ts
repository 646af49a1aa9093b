import { MARKET_DAY_HOURS } from '@plimsoll/contract/codes/times';
import { PERIODS, type KlineBar, type Period } from '@plimsoll/contract';
import { CandleSeries, type Piece } from './candle-series.ts';
import { candleAmount, candlePrice } from './exact.ts';
import { PERIOD_MS } from './periods.ts';
import type { DayFigures } from './types.ts';

const DAY_MINUTES = MARKET_DAY_HOURS * 60;

/** The candles of one market in all nine periods. */
export class MarketCandles {
  readonly #series: Readonly<Record<Period, CandleSeries>>;
  version: number;

  constructor(version = 0) {
    this.version = version;
    this.#series = {
      '1min': new CandleSeries('1min'),
      '5min': new CandleSeries('5min'),
      '15min': new CandleSeries('15min'),
      '30min': new CandleSeries('30min'),
      '60min': new CandleSeries('60min'),
      '4hour': new CandleSeries('4hour'),
      '1day': new CandleSeries('1day'),
      '1week': new CandleSeries('1week'),
      '1mon': new CandleSeries('1mon'),
    };
  }

  /** Adds a piece within one `span` to that period and all larger ones that begin at or after their `sinceMs`. */
  add(piece: Piece, span: Period = '1min', sinceMs?: ReadonlyMap<Period, number>): void {
    this.version += 1;
    for (const period of PERIODS) {
      if (PERIOD_MS[period] < PERIOD_MS[span] || piece.startMs < (sinceMs?.get(period) ?? 0)) continue;
      this.#series[period].add(piece);
    }
  }

  restore(period: Period, bar: KlineBar): void {
    this.#series[period].restore(bar);
  }

  at(period: Period, startMs: number): KlineBar | undefined {
    return this.#series[period].at(startMs);
  }

  newest(period: Period, size: number, nowMs: number): KlineBar[] {
    return this.#series[period].newest(size, nowMs);
  }

  /** Bars changed since the last call, to be stored. */
  takeChanged(): { readonly period: Period; readonly bar: KlineBar }[] {
    return PERIODS.flatMap((period) => this.#series[period].takeChanged().map((bar) => ({ period, bar })));
  }

  noteChanged(sinceMs: number): void {
    for (const period of PERIODS) this.#series[period].noteChanged(sinceMs);
  }

  /** Figures of the last 24 hours; undefined before the first tick. */
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
