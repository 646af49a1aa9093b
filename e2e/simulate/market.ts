import type { MarketHealth, MarketRoom } from '../../apps/server/src/market/index.ts';
import { readCatalogue } from '../../apps/server/src/market/catalogue.ts';
import type { RawBook, RawTick } from '../../apps/server/src/market/feeds/feed.ts';
import { LiveData } from '../../apps/server/src/market/live-data.ts';
import { MarkWriter } from '../../apps/server/src/market/marks/mark-writer.ts';
import { readLastMarks, readMarkPlaces } from '../../apps/server/src/market/marks/store.ts';
import { readLastTicks } from '../../apps/server/src/market/store.ts';
import { StreamFigures } from '../../apps/server/src/market/stream/stream-figures.ts';
import { TapeWriter } from '../../apps/server/src/market/tape/tape-writer.ts';
import type { Clock } from '../../apps/server/src/platform/clock.ts';
import type { Db } from '../../apps/server/src/platform/db.ts';
import type { Log } from '../../apps/server/src/platform/log.ts';
import type { AllSettings } from '../../apps/server/src/features/site/index.ts';
import { priceOfUnits } from '../support/units.ts';

interface MarketDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => AllSettings;
}

type MarkPlaces = Awaited<ReturnType<typeof readMarkPlaces>>;

/** The server's market without a feed, a stream and calls: the simulation puts its prices in. */
export class SimulatedMarket implements MarketRoom {
  readonly routes = [];
  readonly rawRoutes = [];
  readonly data: LiveData;
  readonly tape: TapeWriter;
  readonly marks: MarkWriter;
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #places: MarkPlaces;
  readonly #figures = new StreamFigures();

  private constructor({ db, clock, log, settings }: MarketDeps, places: MarkPlaces) {
    this.#db = db;
    this.#clock = clock;
    this.#places = places;
    this.data = new LiveData({
      clock,
      log,
      freshSeconds: () => settings().fresh_seconds,
      spotFee: () => settings().spot_fee,
    });
    this.tape = new TapeWriter({ db, clock, source: 'simulated' });
    this.marks = new MarkWriter({ db, clock });
  }

  /** Continues from the tapes in the database. */
  static async open(deps: MarketDeps): Promise<SimulatedMarket> {
    const { db } = deps;
    const market = new SimulatedMarket(deps, await readMarkPlaces(db));
    const { data, tape } = market;
    await market.refreshCatalogue();
    const last = await readLastTicks(db);
    tape.resume(last);
    for (const tick of last) data.resume(tick, true);
    for (const mark of await readLastMarks(db)) data.takeMark(mark);
    return market;
  }

  tick(raw: RawTick): boolean {
    const tick = this.data.takeTick(raw);
    if (tick) this.tape.add(tick);
    return tick !== undefined;
  }

  book(raw: RawBook): boolean {
    return this.data.takeBook(raw) !== undefined;
  }

  /** Makes a mark of one source and writes it to the tape at once. */
  async mark(marketId: string, price: bigint, held: boolean): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const before = this.#places.get(marketId) ?? { seq: 0, timeMs: 0 };
    const place = { seq: before.seq + 1, timeMs: Math.max(nowMs, before.timeMs) };
    this.#places.set(marketId, place);
    const mark = {
      marketId,
      ...place,
      price: priceOfUnits(price),
      held,
      sources: [{ name: 'sim-1', bid: priceOfUnits(price - 1n), ask: priceOfUnits(price + 1n), timeMs: nowMs }],
    };
    this.data.takeMark(mark);
    this.marks.add(mark);
    await this.marks.flush();
  }

  async refreshCatalogue(): Promise<void> {
    this.data.setCatalogue(await readCatalogue(this.#db));
  }

  health(): MarketHealth {
    const { data } = this;
    return {
      feed: 'simulated',
      ageMs: data.ageMs(),
      fresh: true,
      leading: true,
      quarantined: data.quarantined(),
      tapeWaiting: 0,
    };
  }

  quarantinedToday(marketId: string): number {
    return this.data.quarantinedToday(marketId);
  }

  streams(): StreamFigures {
    return this.#figures;
  }

  attachStream(): () => void {
    return () => {};
  }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
}
