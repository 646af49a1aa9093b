import type { Clock } from '../../../platform/clock.ts';
import type { Market } from '../../types.ts';
import type { Feed, FeedIdentity, FeedSink, HistoryBar, Tier } from '../feed.ts';
import { FeedLoop } from '../loop.ts';
import { EXACT_MS, simulatedHistory } from './history.ts';
import { MarketMaker, type Situation } from './market-maker.ts';
import { minutesOf, momentAt, emitMoments, tradeTimes, type Moment } from './moments.ts';
import { GENERATOR, Strand } from './strand.ts';
import { WorldSources } from './world-sources.ts';
import { World } from './world.ts';

const MAX_RATE = 50;

interface SimulatedOptions {
  readonly clock: Clock;
  readonly seed: string;
  readonly rate: number;
}

/** Prices as a pure function of (seed, time): the same seed gives the same ticks at every start. */
export class SimulatedFeed implements Feed {
  readonly identity: FeedIdentity;
  readonly #clock: Clock;
  readonly #seed: string;
  readonly #rate: number;
  readonly #slotMs: number;
  readonly #world: World;
  readonly #sources: WorldSources;
  #makers = new Map<string, MarketMaker>();
  #markets: readonly Market[] = [];
  #loop: FeedLoop | undefined;

  constructor({ clock, seed, rate }: SimulatedOptions) {
    this.identity = {
      world: `simulated-${GENERATOR}:${seed}`,
      run: 'simulated',
      candleTime: 'source',
      wholeBars: false,
    };
    this.#clock = clock;
    this.#seed = seed;
    this.#rate = Math.min(rate, MAX_RATE);
    this.#slotMs = 1000 / this.#rate;
    this.#world = new World(seed);
    this.#sources = new WorldSources(seed, 'sim');
  }

  start(markets: readonly Market[], sink: FeedSink, knownMs: number): void {
    this.setMarkets(markets);
    this.#loop = new FeedLoop(
      {
        clock: this.#clock,
        eventMs: this.#slotMs,
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
    if (tier === '1min' && toMs - fromMs <= EXACT_MS)
      return minutesOf(this.moments(market, fromMs - 1, toMs), fromMs, (tick) => tick.sourceTimeMs);
    const situation = (ms: number, finestMs: number) => this.#situation(market, ms, finestMs);
    return simulatedHistory(
      {
        market,
        maker: this.#makerOf(market),
        situation,
        rate: this.#rate,
        strand: new Strand(this.#seed, `history/${market.symbol}`),
      },
      tier,
      fromMs,
      toMs,
    );
  }

  async stop(): Promise<void> {
    this.#loop?.stop();
  }

  /** The trades of a market after `fromMs` up to `toMs`, and the book after each. */
  *moments(market: Market, fromMs: number, toMs: number): Generator<Moment> {
    const maker = this.#makerOf(market);
    for (const atMs of tradeTimes(this.#seed, market.symbol, this.#slotMs, fromMs, toMs)) {
      const quotes: Moment['quotes'] = (book) =>
        this.#sources.quotes(book, maker, (lagMs) => this.#situation(market, atMs - lagMs));
      yield momentAt(market.symbol, maker, this.#situation(market, atMs), atMs, quotes);
    }
  }

  #emit(sink: FeedSink, fromMs: number, toMs: number): void {
    for (const market of this.#markets) emitMoments(sink, this.moments(market, fromMs, toMs));
  }

  #makerOf(market: Market): MarketMaker {
    return this.#makers.get(market.symbol) ?? new MarketMaker(this.#seed, market);
  }

  #situation({ base, quote }: Market, ms: number, finestMs = 0): Situation {
    return this.#world.situation(base.title, quote.title, ms, finestMs);
  }
}
