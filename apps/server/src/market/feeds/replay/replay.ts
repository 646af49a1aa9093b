import type { Clock } from '../../../platform/clock.ts';
import type { Market } from '../../types.ts';
import type { Feed, FeedIdentity, FeedSink, HistoryBar, Tier } from '../feed.ts';
import { FeedLoop } from '../loop.ts';
import { EXACT_MS, simulatedHistory } from '../simulated/history.ts';
import { MarketMaker, type Situation } from '../simulated/market-maker.ts';
import { minutesOf, momentAt, emitMoments, tradeTimes, type Moment } from '../simulated/moments.ts';
import { GENERATOR, Strand } from '../simulated/strand.ts';
import { WorldSources } from '../simulated/world-sources.ts';
import { World } from '../simulated/world.ts';
import { boundBook } from './bounded-book.ts';
import type { CandleFile } from './candle-file.ts';
import { stepsPerMinute, stepTime, walkMinute } from './minute-walk.ts';
import { ReplayedLeader } from './replayed-leader.ts';
import { Timeline } from './timeline.ts';
import type { ReplayPosition } from '../../feed-state.ts';

const REPLAYED = 'btcusdt';
/** Ticks a real second and market. */
const RATE = 2;
const UNITS = 1e8;

interface ReplayOptions {
  readonly clock: Clock;
  readonly seed: string;
  readonly file: CandleFile;
  readonly position: ReplayPosition;
  readonly run: string;
}

/** Bitcoin's past from a file, minute by minute, with the other markets following it. Silent after the file's end. */
export class ReplayFeed implements Feed {
  readonly identity: FeedIdentity;
  readonly #clock: Clock;
  readonly #seed: string;
  readonly #file: CandleFile;
  readonly #timeline: Timeline;
  readonly #world: World;
  readonly #sources: WorldSources;
  readonly #steps: number;
  #makers = new Map<string, MarketMaker>();
  #markets: readonly Market[] = [];
  #loop: FeedLoop | undefined;

  constructor({ clock, seed, file, position, run }: ReplayOptions) {
    this.identity = { world: `replay-${GENERATOR}:${file.hash}:${seed}`, run, candleTime: 'receive', wholeBars: false };
    this.#clock = clock;
    this.#seed = seed;
    this.#file = file;
    this.#timeline = new Timeline(position, file.minutes);
    this.#world = new World(seed, new ReplayedLeader(seed, file.minutes, this.#timeline));
    this.#sources = new WorldSources(seed, 'replay');
    this.#steps = stepsPerMinute((60 * RATE) / position.speed);
  }

  start(markets: readonly Market[], sink: FeedSink, knownMs: number): void {
    this.setMarkets(markets);
    this.#loop = new FeedLoop(
      {
        clock: this.#clock,
        eventMs: 1000 / RATE,
        emit: (fromMs, toMs) => this.#emit(sink, fromMs, toMs),
        onGap: (sinceMs) => sink.gap(sinceMs),
      },
      knownMs,
    );
  }

  setMarkets(markets: readonly Market[]): void {
    this.#markets = markets;
    this.#makers = new Map(markets.map((market) => [market.symbol, new MarketMaker(this.#seed, market)]));
  }

  async history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]> {
    const endMs = Math.min(toMs, this.#timeline.wallTime(this.#timeline.endMs));
    if (tier === '1min' && toMs - fromMs <= EXACT_MS && fromMs >= this.#timeline.position.wallMs) {
      return minutesOf(this.moments(market, fromMs - 1, endMs), fromMs, (tick) =>
        this.#timeline.wallTime(tick.sourceTimeMs),
      );
    }
    const situation = (wallMs: number, finestMs: number) =>
      this.#situation(market, this.#timeline.fileTime(wallMs), finestMs);
    return simulatedHistory(
      {
        market,
        maker: this.#makerOf(market),
        situation,
        rate: RATE,
        strand: new Strand(this.#seed, `history/${market.symbol}`),
      },
      tier,
      fromMs,
      endMs,
    );
  }

  async stop(): Promise<void> {
    this.#loop?.stop();
  }

  /** The trades of a market due after `fromMs` up to `toMs` in real time, and the book after each. */
  *moments(market: Market, fromMs: number, toMs: number): Generator<Moment> {
    const fileFromMs = this.#timeline.fileTime(fromMs);
    const fileToMs = Math.min(this.#timeline.fileTime(toMs), this.#timeline.endMs - 1);
    if (market.symbol === REPLAYED) {
      yield* this.#replayed(market, fileFromMs, fileToMs);
      return;
    }
    const maker = this.#makerOf(market);
    const slotMs = (1000 / RATE) * this.#timeline.position.speed;
    for (const fileMs of tradeTimes(
      this.#seed,
      market.symbol,
      slotMs,
      Math.max(fileFromMs, this.#timeline.firstMs - 1),
      fileToMs,
    )) {
      const quotes: Moment['quotes'] = (book) =>
        this.#sources.quotes(book, maker, (lagMs) => this.#situation(market, fileMs - lagMs));
      yield momentAt(market.symbol, maker, this.#situation(market, fileMs), this.#seqAt(fileMs), quotes);
    }
  }

  *#replayed(market: Market, fileFromMs: number, fileToMs: number): Generator<Moment> {
    const maker = this.#makerOf(market);
    const { symbol } = market;
    const strand = new Strand(this.#seed, 'walk');
    for (let index = Math.max(0, this.#timeline.minuteAt(fileFromMs)); ; index += 1) {
      const minute = this.#file.minutes[index];
      if (!minute || stepTime(minute, 0, this.#steps) > fileToMs) return;
      for (const { fileMs, price, size } of walkMinute(minute, this.#steps, strand, (each) => maker.onStep(each))) {
        if (fileMs <= fileFromMs || fileMs > fileToMs) continue;
        const named = { symbol, sourceTimeMs: fileMs, seq: this.#seqAt(fileMs) };
        const situation = { ...this.#situation(market, fileMs), mid: price };
        yield {
          tick: { ...named, price, size: maker.size(size) },
          book: () => ({
            ...named,
            ...boundBook(maker.book(situation), minute, price, Number(market.priceStep) / UNITS),
          }),
          // The file has one price: each venue shows it with its own noise, within the minute's range.
          quotes: (book) => this.#sources.quotes(book, maker, () => situation, minute),
        };
      }
    }
  }

  /** Numbers a tick by its due time, the same after a restart. */
  #seqAt(fileMs: number): number {
    return Math.floor(this.#timeline.wallTime(fileMs));
  }

  #emit(sink: FeedSink, fromMs: number, toMs: number): void {
    for (const market of this.#markets) emitMoments(sink, this.moments(market, fromMs, toMs));
  }

  #makerOf(market: Market): MarketMaker {
    return this.#makers.get(market.symbol) ?? new MarketMaker(this.#seed, market);
  }

  #situation({ base, quote }: Market, fileMs: number, finestMs = 0): Situation {
    return this.#world.situation(base.title, quote.title, fileMs, finestMs);
  }
}
