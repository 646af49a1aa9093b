import { PERIODS } from '@plimsoll/contract';
import type { Rate } from '@plimsoll/money';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import { SERIES_LENGTH } from './candle-series.ts';
import { keepFeedState, type FeedState } from './feed-state.ts';
import type { Feed, FeedSink } from './feeds/feed.ts';
import type { OpenedFeed } from './feeds/open-feed.ts';
import { fillHistory } from './history-filler.ts';
import type { LiveData } from './live-data.ts';
import type { LiveMarket } from './live-market.ts';
import { noteHeard, type SilenceReason } from './marks/silence.ts';
import { MARK_EASE_MS, MarkMaker } from './marks/mark-maker.ts';
import type { MarkWriter } from './marks/mark-writer.ts';
import { readMarkPlaces } from './marks/store.ts';
import type { News } from './news.ts';
import { rebuildPast, restorePast } from './past.ts';
import { periodsBefore, periodStart } from './periods.ts';
import { Recorder } from './recorder.ts';
import { forgetCandles, forgetCandlesBefore, readCandleMarks, readLastTicks } from './store.ts';
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
  /** `mark_band`, asked each time. */
  readonly markBand: () => Rate;
  readonly lease: Lease;
  /** The term of the lease that it leads in. */
  readonly term: number;
  /** Tells the other processes. */
  readonly tell: (news: News) => void;
  readonly state: FeedState;
  readonly opened: OpenedFeed;
}

/** Runs the feed, in the one process that does: lets prices in, keeps them, and tells the others. */
export class Leader {
  readonly term: number;
  readonly #options: LeaderOptions;
  readonly #feed: Feed;
  readonly #recorder: Recorder;
  readonly #maker: MarkMaker;
  #tidying: Timer | undefined;
  #marking: Timer | undefined;
  /** Markets that the feed is asked for, by id. */
  #listened: ReadonlySet<string> = new Set();
  #ended = false;
  /** True once the past is whole: until then nobody is told that it is kept. */
  #isBegun = false;
  /** History is filled in one stretch after another. */
  #filling: Promise<void> = Promise.resolve();
  #thinning: Promise<void> = Promise.resolve();

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.term = options.term;
    this.#feed = options.opened.feed;
    const { db, clock, log, data, tape, marks, markBand, lease } = options;
    this.#maker = new MarkMaker({ band: markBand, lastMark: (marketId) => data.lastMark(marketId) });
    this.#recorder = new Recorder({
      db,
      clock,
      tape,
      marks,
      // Another that leads by now keeps them: what this one remembers may be older.
      keepsCandles: () => lease.term() === this.term,
      takeChanges: () => {
        this.#tellQuarantined();
        const changes = data.liveMarkets().map((live) => live.takeChanges());
        return { bars: changes.flatMap((each) => each.bars), marks: changes.map((each) => each.mark) };
      },
      onError: (error) => log.error({ err: error }, 'prices could not be kept, trying again'),
    });
  }

  /**
   * Begins to lead. `knowsPast`: what is in memory was heard from the one that led before, or is of an earlier term of
   * its own, and goes on.
   */
  async begin(knowsPast: boolean): Promise<void> {
    const {
      db,
      clock,
      data,
      tape,
      state,
      opened: { replay },
    } = this.#options;
    const { world, run, wholeBars } = this.#feed.identity;
    const sameWorld = state.world === world;
    // Candles of another world are no part of what comes; ticks are kept, orders may name them.
    if (!sameWorld) await forgetCandles(db);
    if (knowsPast) await this.#takeUp(sameWorld);
    else await restorePast({ db, data, tape }, sameWorld && state.run === run);
    // What the one before left to be written is on the tape by now, or never will be.
    for (const [marketId, place] of await readMarkPlaces(db)) this.#maker.resume(marketId, place);
    await keepFeedState(db, { world, run, replay });
    const nowMs = clock.nowMs();
    await this.#listenTo('stopped');
    const filled = this.fillPast(data.liveMarkets(), nowMs);
    const knownMs = Math.max(nowMs, ...data.liveMarkets().map((live) => live.wholeUntilMs));
    // An exchange is asked while its ticks already come in; a made-up past is there at once.
    if (!wholeBars) await filled;
    if (!knowsPast) await this.#recorder.flush();
    this.#isBegun = true;
    this.#recorder.start();
    this.#feed.start(data.heard(), this.#sink(), knownMs);
    this.#markLater();
    this.#tidyLater();
  }

  /**
   * Goes on from what the one that led before had said: what was heard of it is put on the tape, and what was not is
   * read.
   */
  async #takeUp(sameWorld: boolean): Promise<void> {
    const { db, data, tape } = this.#options;
    if (tape.isBehind) await tape.flush();
    const [last, marks] = await Promise.all([readLastTicks(db), readCandleMarks(db)]);
    const heardAll = last.every(({ marketId, seq }) => (data.lastTick(marketId)?.seq ?? seq) >= seq);
    // Ticks that were heard on top of no past are none either.
    const pastless = () => data.liveMarkets().filter(({ wholeUntilMs }) => wholeUntilMs === 0);
    if (!heardAll || !sameWorld || pastless().length > 0) {
      tape.resume(last);
      for (const tick of last) data.resume(tick, sameWorld);
      await rebuildPast({ db, data, heard: [], isOver: () => this.#isEnded() });
    }
    // Nobody kept one: it is made from the beginning, what was heard included.
    if (!this.#feed.identity.wholeBars)
      for (const { market } of pastless()) data.rebuild(market.id, [], undefined, [], data.candleTime);
    // What the one before may not have kept any more; all of it where nobody kept any.
    const keptTo = new Map(marks.map(({ marketId, atMs }) => [marketId, atMs]));
    for (const { market, candles } of data.liveMarkets()) candles.noteChanged(keptTo.get(market.id) ?? 0);
  }

  #sink(): FeedSink {
    const { clock, data, tape, lease, tell } = this.#options;
    const leads = () => lease.term() === this.term;
    return {
      tick: (raw) => {
        const tick = leads() ? data.takeTick(raw) : undefined;
        if (!tick) return;
        tape.add(tick);
        tell({ kind: 'tick', tick });
      },
      book: (raw) => {
        const book = leads() ? data.takeBook(raw) : undefined;
        if (book) tell({ kind: 'book', book });
      },
      quote: (raw) => {
        const market = data.heardBySymbol(raw.symbol);
        if (market && leads()) this.#maker.take(market, raw, clock.nowMs());
      },
      sourceDown: (source) => this.#maker.sourceDown(source),
      gap: (sinceMs) => {
        void this.fillPast(data.liveMarkets(), clock.nowMs(), sinceMs);
      },
    };
  }

  /** The catalogue changed; `added` are heard for the first time. Never rejects. */
  async setMarkets(added: readonly LiveMarket[]): Promise<void> {
    const { clock, data, log } = this.#options;
    this.#feed.setMarkets(data.heard());
    if (added.length > 0) void this.fillPast(added, clock.nowMs());
    await this.#listenTo('closed').catch((error: unknown) =>
      log.error({ err: error }, 'market reopening could not be noted'),
    );
  }

  /**
   * Keeps everything there is, and tells the others once it is kept; who asks for it before the past is whole has to
   * ask again.
   */
  async keepAll(isNewPast = false): Promise<void> {
    const isKept = await this.#recorder.flush();
    if (!isKept && isNewPast && !this.#isEnded()) {
      // The lease was late to be renewed: it is back in a moment, or another leads.
      this.#options.clock.after(KEEP_AGAIN_MS, () => {
        if (!this.#isEnded()) this.keepAll(true).catch(() => {});
      });
    }
    if (!isKept || (!this.#isBegun && !isNewPast)) return;
    this.#options.tell({ kind: 'kept', isNewPast });
  }

  /**
   * Asks the feed for what the candles of some markets do not hold yet, from `sinceMs` or from where they are whole.
   */
  fillPast(markets: readonly LiveMarket[], toMs: number, sinceMs?: number): Promise<void> {
    const { clock, log } = this.#options;
    const work = async () => {
      for (const live of markets) {
        if (this.#isEnded()) return;
        const fromMs = Math.min(sinceMs ?? live.wholeUntilMs, live.wholeUntilMs) + 1;
        try {
          await fillHistory(this.#feed, live.market, live.candles, fromMs, toMs);
          live.wholeTo(toMs);
        } catch (error) {
          if (this.#isEnded()) return;
          log.error({ err: error, symbol: live.market.symbol }, 'the feed gave no history, asking again');
          clock.after(ASK_AGAIN_MS, () => {
            void this.fillPast([live], clock.nowMs(), fromMs);
          });
        }
      }
      // Others have the past from the database.
      await this.keepAll(true).catch((error: unknown) =>
        log.error({ err: error }, 'prices could not be kept, trying again'),
      );
    };
    this.#filling = this.#filling.then(work);
    return this.#filling;
  }

  /**
   * Ends the feed. Still holding the lease it keeps everything, candles too; else only the ticks it took while it did.
   */
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
    await kept.catch((error: unknown) => log.error({ err: error }, 'the last prices could not be kept'));
  }

  /** Makes the marks of every market that is wanted, several times a second. */
  #markLater(): void {
    const { clock, data, marks, lease, tell } = this.#options;
    this.#marking = clock.after(MARK_EASE_MS, () => {
      if (lease.term() === this.term) {
        for (const market of data.heard()) {
          const mark = this.#maker.next(market, clock.nowMs());
          if (!mark) continue;
          data.takeMark(mark);
          marks.add(mark);
          tell({ kind: 'mark', mark });
        }
      }
      this.#markLater();
    });
  }

  /** Notes which markets are listened to from now on, and why they were not before: a gap in their marks says so. */
  #listenTo(why: SilenceReason): Promise<void> {
    const { db, clock, data } = this.#options;
    const before = this.#listened;
    this.#listened = new Set(data.heard().map(({ id }) => id));
    return noteHeard(
      db,
      [...this.#listened].filter((id) => !before.has(id)),
      { why, atMs: clock.nowMs() },
    );
  }

  #tellQuarantined(): void {
    const { data, tell } = this.#options;
    tell({
      kind: 'quarantined',
      counts: data.liveMarkets().map(({ market }) => [market.id, data.quarantinedToday(market.id)] as const),
    });
  }

  /** Bars that no chart can ask for any more are forgotten, now and then, and old ticks that nothing needs. */
  #tidyLater(): void {
    const { db, clock, log } = this.#options;
    this.#tidying = clock.after(TIDY_MS, () => {
      const nowMs = clock.nowMs();
      const before = new Map(
        PERIODS.map((period) => [period, periodsBefore(period, periodStart(period, nowMs), SERIES_LENGTH)]),
      );
      forgetCandlesBefore(db, before).catch((error: unknown) =>
        log.error({ err: error }, 'old candles could not be forgotten'),
      );
      this.#thinning = this.#thinning
        .then(async () => {
          await thinTape(db, nowMs, () => this.#isEnded());
        })
        .catch((error: unknown) => log.error({ err: error }, 'the tape could not be thinned'));
      this.#tidyLater();
    });
  }

  /** Asked anew after every wait: it may have changed meanwhile. */
  #isEnded(): boolean {
    return this.#ended;
  }
}
