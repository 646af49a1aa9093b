import { CandleSeries, pieceOf } from '../../candle-series.ts';
import type { FeedSink, HistoryBar, RawBook, RawQuote, RawTick } from '../feed.ts';
import type { MarketMaker, Situation } from './market-maker.ts';
import { Strand } from './strand.ts';

export interface Moment {
  readonly tick: RawTick;
  /** Made on demand: most books are replaced before anyone sees them. */
  readonly book: () => RawBook;
  /** The venues' quotes then; this is the book of one of them. */
  readonly quotes: (book: RawBook) => readonly RawQuote[];
}

/** Times of a market's trades after `fromMs` up to `toMs`: one in every slot of `slotMs`. */
export function* tradeTimes(
  seed: string,
  symbol: string,
  slotMs: number,
  fromMs: number,
  toMs: number,
): Generator<number> {
  const strand = new Strand(seed, `times/${symbol}`);
  for (let slot = Math.floor(fromMs / slotMs); slot * slotMs <= toMs; slot += 1) {
    const atMs = Math.floor((slot + 0.9 * strand.uniform(0, slot)) * slotMs);
    if (atMs > fromMs && atMs <= toMs) yield atMs;
  }
}

/** The trade of a market at one moment, numbered `seq`. */
export function momentAt(
  symbol: string,
  maker: MarketMaker,
  situation: Situation,
  seq: number,
  quotes: Moment['quotes'],
): Moment {
  const [price, size] = maker.trade(situation);
  const named = { symbol, sourceTimeMs: situation.ms, seq };
  return { tick: { ...named, price, size }, book: () => ({ ...named, ...maker.book(situation) }), quotes };
}

/** The minutes of ticks placed by `timeOf`; the first begins at `fromMs`. */
export function minutesOf(moments: Iterable<Moment>, fromMs: number, timeOf: (tick: RawTick) => number): HistoryBar[] {
  const minutes = new CandleSeries('1min');
  for (const { tick } of moments) minutes.add(pieceOf(tick.price, tick.size, timeOf(tick)));
  return minutes.takeChanged().map((bar) => ({ ...bar, startMs: Math.max(fromMs, bar.id * 1000) }));
}

/** Emits every trade of one market, and then the book and the quotes after the last. */
export function emitMoments(sink: FeedSink, moments: Iterable<Moment>): void {
  let latest: Moment | undefined;
  for (const moment of moments) {
    sink.tick(moment.tick);
    latest = moment;
  }
  if (!latest) return;
  const book = latest.book();
  sink.book(book);
  for (const quote of latest.quotes(book)) sink.quote(quote);
}
