import type { Rate } from '@plimsoll/money';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { fenceOf, type Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import { CandleParts } from './candle-parts.ts';
import { keepFeedState, type FeedState } from './feed-state.ts';
import type { Feed, FeedSink } from './feeds/feed.ts';
import type { OpenedFeed } from './feeds/open-feed.ts';
import { fillHistory } from './history-filler.ts';
import type { LiveData } from './live-data.ts';
import type { LiveMarket } from './live-market.ts';
import { noteFollowed, type SilenceReason } from './marks/silence.ts';
import { MARK_INTERVAL_MS, MarkMaker } from './marks/mark-maker.ts';
import type { MarkWriter } from './marks/mark-writer.ts';
import { readLastMarks, readMarkPlaces } from './marks/store.ts';
import type { News } from './news.ts';
import { rebuildPast, restorePast } from './past.ts';
import { Recorder } from './recorder.ts';
import { deleteCandles, readCandleProgress, readLastTicks } from './store.ts';
import type { TapeWriter } from './tape/tape-writer.ts';
import { thinTape } from './tape/thin.ts';

const ASK_AGAIN_MS = 30_000;
const KEEP_AGAIN_MS = 500;
const TIDY_MS = 3_600_000;

interface LeaderOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly data: LiveData;
  readonly tape: TapeWriter;
  readonly marks: MarkWriter;
  readonly markBand: () => Rate;
  readonly lease: Lease;
  readonly term: number;
  readonly publish: (news: News) => void;
  readonly state: FeedState;
  readonly opened: OpenedFeed;
}

/** Runs the feed in the one leading process: accepts prices, stores them and publishes them. */
export class Leader {
  readonly term: number;
  readonly #options: LeaderOptions;
  readonly #feed: Feed;
  readonly #recorder: Recorder;
  readonly #maker: MarkMaker;
  readonly #parts: CandleParts;
  #tidying: Timer | undefined;
  #marking: Timer | undefined;
  #listened: ReadonlySet<string> = new Set();
  #ended = false;
  /** True once the past is complete; until then nothing is announced as stored. */
  #isBegun = false;
  #filling: Promise<void> = Promise.resolve();
  /** Markets whose history is asked for again, and from when. */
  readonly #retries = new Map<LiveMarket, number>();
  #thinning: Promise<void> = Promise.resolve();

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.term = options.term;
    this.#feed = options.opened.feed;
    const { db, clock, log, data, tape, marks, markBand, lease } = options;
    this.#parts = new CandleParts({ db, clock, log });
    this.#maker = new MarkMaker({ band: markBand, lastMark: (marketId) => data.lastMark(marketId) });
    this.#recorder = new Recorder({
      db,
      clock,
      tape,
      marks,
      // A newer leader writes them: this memory may be older.
      keepsCandles: () => lease.term() === this.term,
      takeChanges: () => {
        this.#publishQuarantined();
        const changes = data.liveMarkets().map((live) => live.takeChanges());
        return { bars: changes.flatMap((each) => each.bars), progress: changes.map((each) => each.progress) };
      },
      onError: (error) => log.error({ err: error }, 'writing prices failed, retrying'),
    });
  }

  /** Begins to lead. `knowsPast`: memory is of a follower or an earlier term. */
  async begin(knowsPast: boolean): Promise<void> {
    const {
      db,
      clock,
      data,
      tape,
      marks,
      lease,
      state,
      opened: { replay },
    } = this.#options;
    const { world, run, wholeBars } = this.#feed.identity;
    const sameWorld = state.world === world;
    const sameRun = sameWorld && state.run === run;
    // Before the tape is read: what this process could not write in an earlier term has its numbers.
    await marks.begin(fenceOf(lease, this.term));
    await this.#parts.make();
    // Candles of another world do not continue; ticks are kept, as orders may name them.
    if (!sameWorld) await deleteCandles(db);
    if (knowsPast) await this.#takeUp(sameWorld);
    else await restorePast({ db, data, tape }, sameRun);
    for (const [marketId, place] of await readMarkPlaces(db)) this.#maker.resume(marketId, place);
    // The leader before may have published marks that it did not write.
    data.resumeMarks((knowsPast ? sameWorld : sameRun) ? await readLastMarks(db) : []);
    await keepFeedState(db, { world, run, replay });
    const nowMs = clock.nowMs();
    await this.#listenTo('stopped');
    const filled = this.fillPast(data.liveMarkets(), nowMs);
    const knownMs = Math.max(nowMs, ...data.liveMarkets().map((live) => live.wholeUntilMs));
    // An exchange is asked while its ticks come in; a simulated past is there at once.
    if (!wholeBars) await filled;
    if (!knowsPast) await this.#recorder.flush();
    this.#isBegun = true;
    this.#recorder.start();
    this.#feed.start(data.followedMarkets(), this.#sink(), knownMs);
    this.#markLater();
    this.#tidyLater();
  }

  /** Continues after the previous leader: writes its received ticks and reads missed ones. */
  async #takeUp(sameWorld: boolean): Promise<void> {
    const { db, data, tape } = this.#options;
    if (tape.isBehind) await tape.flush();
    const [last, progress] = await Promise.all([readLastTicks(db), readCandleProgress(db)]);
    const hasAll = last.every(({ marketId, seq }) => (data.lastTick(marketId)?.seq ?? seq) >= seq);
    // A market without a past has to be read too.
    const pastless = () => data.liveMarkets().filter(({ wholeUntilMs }) => wholeUntilMs === 0);
    if (!hasAll || !sameWorld || pastless().length > 0) {
      tape.resume(last);
      for (const tick of last) data.resume(tick, sameWorld);
      await rebuildPast({ db, data, received: [], isOver: () => this.#isEnded() });
    }
    if (!this.#feed.identity.wholeBars)
      for (const { market } of pastless()) data.rebuild(market.id, [], undefined, [], data.candleTime);
    // The previous leader may not have stored these.
    const keptTo = new Map(progress.map(({ marketId, completeToMs }) => [marketId, completeToMs]));
    for (const { market, candles } of data.liveMarkets()) candles.noteChanged(keptTo.get(market.id) ?? 0);
  }

  #sink(): FeedSink {
    const { clock, data, tape, lease, publish } = this.#options;
    const leads = () => lease.term() === this.term;
    return {
      tick: (raw) => {
        const tick = leads() ? data.takeTick(raw) : undefined;
        if (!tick) return;
        tape.add(tick);
        publish({ kind: 'tick', tick });
      },
      book: (raw) => {
        const book = leads() ? data.takeBook(raw) : undefined;
        if (book) publish({ kind: 'book', book });
      },
      quote: (raw) => {
        const market = data.followedBySymbol(raw.symbol);
        if (market && leads()) this.#maker.take(market, raw, clock.nowMs());
      },
      sourceDown: (source) => this.#maker.sourceDown(source),
      gap: (sinceMs) => {
        void this.fillPast(data.liveMarkets(), clock.nowMs(), sinceMs);
      },
    };
  }

  /** Applies a changed catalogue; `added` are enabled for the first time. Never rejects. */
  async setMarkets(added: readonly LiveMarket[]): Promise<void> {
    const { clock, data, log } = this.#options;
    this.#feed.setMarkets(data.followedMarkets());
    if (added.length > 0) void this.fillPast(added, clock.nowMs());
    await this.#listenTo('closed').catch((error: unknown) =>
      log.error({ err: error }, 'recording followed markets failed'),
    );
  }

  /** Writes everything and then announces it, once the past is complete. */
  async keepAll(isNewPast = false): Promise<void> {
    const isKept = await this.#recorder.flush();
    if (!isKept && isNewPast && !this.#isEnded()) {
      // The lease is renewed late: soon it is back, or another process leads.
      this.#options.clock.after(KEEP_AGAIN_MS, () => {
        if (!this.#isEnded()) this.keepAll(true).catch(() => {});
      });
    }
    if (!isKept || (!this.#isBegun && !isNewPast)) return;
    this.#options.publish({ kind: 'kept', isNewPast });
  }

  /** Fills the candles of some markets with history, from `sinceMs` or from where they are complete. */
  fillPast(markets: readonly LiveMarket[], toMs: number, sinceMs?: number): Promise<void> {
    const { log } = this.#options;
    const work = async () => {
      for (const live of markets) {
        if (this.#isEnded()) return;
        const fromMs = Math.min(sinceMs ?? live.wholeUntilMs, live.wholeUntilMs) + 1;
        try {
          await fillHistory(this.#feed, live.market, live.candles, fromMs, toMs);
          live.wholeTo(toMs);
        } catch (error) {
          if (this.#isEnded()) return;
          log.error({ err: error, symbol: live.market.symbol }, 'reading history from the feed failed, retrying');
          this.#retryPast(live, fromMs - 1);
        }
      }
      await this.keepAll(true).catch((error: unknown) => log.error({ err: error }, 'writing prices failed, retrying'));
    };
    this.#filling = this.#filling.then(work);
    return this.#filling;
  }

  /** Asks for a market's history again, once for all that failed meanwhile, from the earliest moment. */
  #retryPast(live: LiveMarket, sinceMs: number): void {
    const { clock } = this.#options;
    const waiting = this.#retries.get(live);
    this.#retries.set(live, Math.min(sinceMs, waiting ?? sinceMs));
    if (waiting !== undefined) return;
    clock.after(ASK_AGAIN_MS, () => {
      const earliestMs = this.#retries.get(live);
      this.#retries.delete(live);
      if (!this.#isEnded()) void this.fillPast([live], clock.nowMs(), earliestMs);
    });
  }

  /** Ends the feed. A holder of the lease writes everything, another only ticks and marks. */
  async end(isHolder: boolean): Promise<void> {
    this.#ended = true;
    this.#tidying?.cancel();
    this.#marking?.cancel();
    await this.#feed.stop();
    await Promise.all([this.#filling, this.#thinning]);
    const { log, tape, marks } = this.#options;
    const kept = isHolder
      ? this.#recorder.stop()
      : this.#recorder.halt().then(async () => {
          await Promise.all([tape.flush(), marks.flush()]);
        });
    await kept.catch((error: unknown) => log.error({ err: error }, 'writing the last prices failed'));
  }

  /** Makes the marks of every followed market, several times a second. */
  #markLater(): void {
    const { clock, data, marks, lease, publish } = this.#options;
    this.#marking = clock.after(MARK_INTERVAL_MS, () => {
      if (lease.term() === this.term) {
        for (const market of data.followedMarkets()) {
          const mark = this.#maker.next(market, clock.nowMs());
          if (!mark) continue;
          data.takeMark(mark);
          marks.add(mark);
          publish({ kind: 'mark', mark });
        }
      }
      this.#markLater();
    });
  }

  /** Records which markets are followed from now on, and why not before, for gaps in their marks. */
  #listenTo(why: SilenceReason): Promise<void> {
    const { db, clock, data } = this.#options;
    const before = this.#listened;
    this.#listened = new Set(data.followedMarkets().map(({ id }) => id));
    return noteFollowed(
      db,
      [...this.#listened].filter((id) => !before.has(id)),
      { why, atMs: clock.nowMs() },
    );
  }

  #publishQuarantined(): void {
    const { data, publish } = this.#options;
    publish({
      kind: 'quarantined',
      counts: data.liveMarkets().map(({ market }) => [market.id, data.quarantinedToday(market.id)] as const),
    });
  }

  /** Drops bars beyond any chart, and deletes old ticks that nothing needs, once an hour. */
  #tidyLater(): void {
    const { db, clock, log } = this.#options;
    this.#tidying = clock.after(TIDY_MS, () => {
      const nowMs = clock.nowMs();
      this.#thinning = this.#thinning
        .then(async () => {
          await this.#parts.makeAndDrop();
          await thinTape(db, nowMs, () => this.#isEnded());
        })
        .catch((error: unknown) => log.error({ err: error }, 'tape thinning failed'));
      this.#tidyLater();
    });
  }

  /** A function, as it may change during every await. */
  #isEnded(): boolean {
    return this.#ended;
  }
}
