import { PERIODS } from '@plimsoll/contract';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { SERIES_LENGTH } from './candle-series.ts';
import { readCatalogue } from './catalogue.ts';
import { keepFeedState, readFeedState, type FeedState } from './feed-state.ts';
import type { Feed } from './feeds/feed.ts';
import type { OpenedFeed } from './feeds/open-feed.ts';
import { fillHistory, KEPT } from './history-filler.ts';
import type { LiveData } from './live-data.ts';
import type { LiveMarket } from './live-market.ts';
import { periodsBefore, periodStart } from './periods.ts';
import { Recorder } from './recorder.ts';
import { forgetCandles, forgetCandlesBefore, readCandleMarks, readKeptBars, readLastTicks, readTicksAfterMarks } from './store.ts';
import type { TapeWriter } from './tape/tape-writer.ts';
import { thinTape } from './tape/thin.ts';

/** Another process's changes are seen within two seconds (wire, "Starting it"). */
const CATALOGUE_MS = 1_500;
const ASK_AGAIN_MS = 30_000;
const TIDY_MS = 3_600_000;

interface EngineOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly data: LiveData;
  readonly tape: TapeWriter;
  readonly openFeed: (state: FeedState) => OpenedFeed;
}

/** Brings feed, memory and database together: what happened before a start, while it runs, and at its end. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #recorder: Recorder;
  #feed: Feed | undefined;
  #timer: Timer | undefined;
  #tidying: Timer | undefined;
  #stopped = false;
  /** History is filled in one stretch after another. */
  #filling: Promise<void> = Promise.resolve();
  #restoring: Promise<void> = Promise.resolve();
  #rereading: Promise<void> = Promise.resolve();
  #thinning: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
    const { db, clock, log, data, tape } = options;
    this.#recorder = new Recorder({
      db,
      clock,
      tape,
      takeChanges: () => {
        const changes = data.liveMarkets().map((live) => live.takeChanges());
        return { bars: changes.flatMap((each) => each.bars), marks: changes.map((each) => each.mark) };
      },
      onError: (error) => log.error({ err: error }, 'prices could not be kept, trying again'),
    });
  }

  /** Rejects with a sentence when the feed cannot be opened. */
  async start(): Promise<void> {
    const { db, clock, data, tape, openFeed } = this.#options;
    data.setCatalogue(await readCatalogue(db));
    const state = await readFeedState(db);
    const { feed, replay } = openFeed(state);
    this.#feed = feed;
    data.setCandleTime(feed.identity.candleTime);
    const { world, run } = feed.identity;
    const sameWorld = state.world === world;
    // Candles of another world are no part of what comes; ticks are kept, orders may name them.
    if (!sameWorld) await forgetCandles(db);
    await this.#restore(sameWorld && state.run === run, feed);
    await keepFeedState(db, { world, run, replay });
    const nowMs = clock.nowMs();
    const filled = this.#fill(data.liveMarkets(), nowMs);
    const knownMs = Math.max(nowMs, ...data.liveMarkets().map((live) => live.wholeUntilMs));
    // An exchange is asked while its ticks already come in; a made-up past is there at once.
    if (!feed.identity.wholeBars) await filled;
    await this.#recorder.flush();
    this.#recorder.start();
    feed.start(data.heard(), {
      tick: (raw) => {
        const tick = data.takeTick(raw);
        if (tick) tape.add(tick);
      },
      book: (raw) => { data.takeBook(raw); },
      gap: (sinceMs) => { void this.#fill(data.liveMarkets(), clock.nowMs(), sinceMs); },
    }, knownMs);
    this.#watchCatalogue();
    this.#tidyLater();
    this.#restoring = this.#restoreOlder();
  }

  /** Ends the feed and keeps everything there is; what the database does not take is lost, and logged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#tidying?.cancel();
    await this.#feed?.stop();
    await Promise.all([this.#filling, this.#restoring, this.#rereading, this.#thinning]);
    await this.#recorder.stop().catch((error: unknown) => this.#options.log.error({ err: error }, 'the last prices could not be kept'));
  }

  async #restore(sameRun: boolean, feed: Feed): Promise<void> {
    const { db, data, tape } = this.#options;
    const [marks, bars, ticks, last] = await Promise.all([
      readCandleMarks(db), readKeptBars(db, (period) => KEPT[period]), readTicksAfterMarks(db), readLastTicks(db),
    ]);
    tape.resume(last);
    for (const { marketId, period, bar } of bars) data.live(marketId)?.candles.restore(period, bar);
    for (const { marketId, atMs, seq } of marks) data.live(marketId)?.wholeTo(atMs, seq);
    for (const tick of ticks) data.live(tick.marketId)?.replay(tick, feed.identity.candleTime);
    for (const tick of last) data.resume(tick, sameRun);
  }

  /** What a start can do without, read once it is done. */
  async #restoreOlder(): Promise<void> {
    const { db, data, log } = this.#options;
    try {
      for (const { market, candles } of data.liveMarkets()) {
        if (this.#stopped) return;
        for (const { period, bar } of await readKeptBars(db, () => SERIES_LENGTH, market.id)) candles.restore(period, bar);
      }
    } catch (error) {
      log.error({ err: error }, 'older candles could not be read');
    }
  }

  /** Asks the feed for what the candles of some markets do not hold yet, from `sinceMs` or from where they are whole. */
  #fill(markets: readonly LiveMarket[], toMs: number, sinceMs?: number): Promise<void> {
    const { clock, log } = this.#options;
    const work = async () => {
      for (const live of markets) {
        const feed = this.#feed;
        if (!feed || this.#stopped) return;
        const fromMs = Math.min(sinceMs ?? live.wholeUntilMs, live.wholeUntilMs) + 1;
        try {
          await fillHistory(feed, live.market, live.candles, fromMs, toMs);
          live.wholeTo(toMs);
        } catch (error) {
          if (this.#isStopped()) return;
          log.error({ err: error, symbol: live.market.symbol }, 'the feed gave no history, asking again');
          clock.after(ASK_AGAIN_MS, () => { void this.#fill([live], clock.nowMs(), fromMs); });
        }
      }
    };
    this.#filling = this.#filling.then(work);
    return this.#filling;
  }

  /** Bars that no chart can ask for any more are forgotten, now and then, and old ticks that nothing needs. */
  #tidyLater(): void {
    const { db, clock, log } = this.#options;
    this.#tidying = clock.after(TIDY_MS, () => {
      const nowMs = clock.nowMs();
      const before = new Map(PERIODS.map((period) => [period, periodsBefore(period, periodStart(period, nowMs), SERIES_LENGTH)]));
      forgetCandlesBefore(db, before).catch((error: unknown) => log.error({ err: error }, 'old candles could not be forgotten'));
      this.#thinning = this.#thinning.then(async () => { await thinTape(db, nowMs, () => this.#isStopped()); })
        .catch((error: unknown) => log.error({ err: error }, 'the tape could not be thinned'));
      this.#tidyLater();
    });
  }

  /** Asked anew after every wait: it may have changed meanwhile. */
  #isStopped(): boolean {
    return this.#stopped;
  }

  /** Reads the catalogue now, after what was under way: an older reading never comes last. Rejects when the database cannot be read. */
  reread(): Promise<void> {
    const { db, clock, data } = this.#options;
    const reading = this.#rereading.then(async () => {
      const catalogue = await readCatalogue(db);
      if (this.#stopped) return;
      const added = data.setCatalogue(catalogue);
      this.#feed?.setMarkets(data.heard());
      if (added.length > 0) void this.#fill(added, clock.nowMs());
    });
    this.#rereading = reading.catch(() => {});
    return reading;
  }

  #watchCatalogue(): void {
    const { clock, log } = this.#options;
    this.#timer = clock.after(CATALOGUE_MS, () => {
      this.reread()
        .catch((error: unknown) => log.error({ err: error }, 'the catalogue could not be read, trying again'))
        .finally(() => { if (!this.#stopped) this.#watchCatalogue(); });
    });
  }
}
