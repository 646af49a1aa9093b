import type { Settings } from '@plimsoll/contract';
import type { Price } from '@plimsoll/money';
import { assetsOperatorRoutes, assetsRoutes } from '../../apps/server/src/features/assets/index.ts';
import { catalogueOperatorRoutes } from '../../apps/server/src/features/catalogue/index.ts';
import { openDebts } from '../../apps/server/src/features/debt/index.ts';
import { exchangeRoutes } from '../../apps/server/src/features/exchange/index.ts';
import { fundingOperatorRoutes, fundingRoutes } from '../../apps/server/src/features/funding/index.ts';
import { createWaysOut } from '../../apps/server/src/features/gate/index.ts';
import { houseOperatorRoutes } from '../../apps/server/src/features/house/index.ts';
import { identityOperatorRoutes, identityRoutes } from '../../apps/server/src/features/identity/index.ts';
import { createLoans } from '../../apps/server/src/features/loans/index.ts';
import { createMembership, memberOperatorRoutes } from '../../apps/server/src/features/membership/index.ts';
import { createMining, miningOperatorRoutes } from '../../apps/server/src/features/mining/index.ts';
import { createOperators } from '../../apps/server/src/features/operators/index.ts';
import {
  OptionsService,
  optionRoutes,
  optionTermOperatorRoutes,
} from '../../apps/server/src/features/options/index.ts';
import { payoutRoutes } from '../../apps/server/src/features/payouts/index.ts';
import { productOperatorRoutes } from '../../apps/server/src/features/products/index.ts';
import { Proposals, proposalRoutes } from '../../apps/server/src/features/proposals/index.ts';
import { createSecurity } from '../../apps/server/src/features/security/index.ts';
import { createSite, SettingsStore } from '../../apps/server/src/features/site/index.ts';
import { SpotService, spotRoutes } from '../../apps/server/src/features/spot/index.ts';
import { createStaking } from '../../apps/server/src/features/staking/index.ts';
import { createTransfers } from '../../apps/server/src/features/transfers/index.ts';
import { createUploads } from '../../apps/server/src/features/uploads/index.ts';
import { GroupedWriter } from '../../apps/server/src/ledger/index.ts';
import { readCatalogue } from '../../apps/server/src/market/catalogue.ts';
import type { RawBook, RawTick } from '../../apps/server/src/market/feeds/feed.ts';
import { LiveData } from '../../apps/server/src/market/live-data.ts';
import { readLastTicks } from '../../apps/server/src/market/store.ts';
import { MarkWriter } from '../../apps/server/src/market/marks/mark-writer.ts';
import { readLastMarks, readMarkPlaces } from '../../apps/server/src/market/marks/store.ts';
import { TapeWriter } from '../../apps/server/src/market/tape/tape-writer.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/index.ts';
import { injectable, type TestApp } from '../../apps/server/src/testing/http.ts';
import type { Log } from '../../apps/server/src/platform/log.ts';
import type { Passwords } from '../../apps/server/src/platform/passwords.ts';
import { Sessions } from '../../apps/server/src/platform/sessions.ts';
import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import { breakable, type Breakable } from './breakable.ts';
import type { SimClock } from './sim-clock.ts';

/** A process of the server, without timers: due work is done on request. */
export interface ServerProcess {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly sessions: Sessions;
  readonly operators: ReturnType<typeof createOperators>;
  /** The connections that post money, to be broken. */
  readonly connections: readonly Breakable[];
  /** Logged errors. */
  readonly logged: { readonly details: object; readonly message: string }[];
  inject: TestApp['inject'];
  tick(raw: RawTick): boolean;
  book(raw: RawBook): boolean;
  /** Makes a mark of a market and writes it to the tape at once. */
  mark(marketId: string, price: bigint, held: boolean): Promise<void>;
  /** Resolves when resting orders have met every book. */
  served(): Promise<void>;
  flushTape(): Promise<void>;
  settleOptions(): Promise<number>;
  /** All other due work: loans, arrivals, lock mining, stakes. */
  doDue(): Promise<void>;
  /** Ends it; what only its memory held is lost. */
  kill(): Promise<void>;
}

/** Hashing is not part of the simulation. */
export const quickPasswords: Passwords = {
  hash: async (password) => `simulated ${password}`,
  verify: async (stored, password) => stored === `simulated ${password}`,
};
/** Uploads are stored nowhere; only their names matter. */
const forgetful: ObjectStore = { put: async () => {}, get: async () => undefined, remove: async () => {} };
const SECRET = 'of a simulation alone';

/** Opens a process on a database that has been set up. */
export async function openProcess(url: string, clock: SimClock): Promise<ServerProcess> {
  const logged: { details: object; message: string }[] = [];
  const log: Log = {
    info: () => {},
    error: (details, message) => {
      logged.push({ details, message });
    },
  };
  const mode = 'demo';
  // One connection: concurrent requests reach the writer in one order, so that a seed replays.
  const db = openDb(url, { connections: 1 });
  const writing = breakable(url);
  const writer = new GroupedWriter({ connection: writing.db, db, clock });
  const settingsStore = new SettingsStore({ db, clock, log, mode, isDemoFeed: true });
  await settingsStore.refresh();
  const settings = () => settingsStore.current();
  const freshSeconds = () => settings().fresh_seconds;
  const spotFee = () => settings().spot_fee;

  const data = new LiveData({ clock, log, freshSeconds, spotFee });
  const tape = new TapeWriter({ db, clock, source: 'simulated' });
  const catalogue = async () => {
    data.setCatalogue(await readCatalogue(db));
  };
  await catalogue();
  const last = await readLastTicks(db);
  tape.resume(last);
  for (const tick of last) data.resume(tick, true);
  const marks = new MarkWriter({ db, clock });
  const places = await readMarkPlaces(db);
  for (const mark of await readLastMarks(db)) data.takeMark(mark);
  const market = {
    data,
    refreshCatalogue: catalogue,
    health: () => ({ feed: 'simulated' as const, ageMs: data.ageMs(), fresh: true, quarantined: data.quarantined() }),
    quarantinedToday: (id: string) => data.quarantinedToday(id),
  };

  const sessions = new Sessions(db, clock);
  const mailer = { send: () => {}, settled: async () => {} };
  const security = createSecurity({
    db,
    clock,
    log,
    secret: SECRET,
    home: () => ({ origin: 'http://localhost:3000', name: 'Plimsoll' }),
  });
  const membership = createMembership({
    db,
    clock,
    sessions,
    passwords: quickPasswords,
    mailer,
    settings,
    mode,
    security,
  });
  const uploads = createUploads({ db, clock, log, store: forgetful, secret: SECRET });
  const proposals = new Proposals({ db, clock, log });
  const site = createSite({
    db,
    clock,
    log,
    settings: settingsStore,
    proposals,
    storeLanguage: (id, lang) => membership.storeLanguage(id, lang),
  });
  const desk = new SpotService({
    market: data,
    writer,
    clock,
    log,
    settings: {
      freshSeconds,
      spotFee,
      maxOpenOrders: () => settings().max_open_orders,
      depthRecovery: () => settings().depth_recovery,
      priceBand: () => settings().price_band,
      limits: () => ({ position: settings().spot_position_limit, memberMinute: settings().spot_member_minute_limit }),
    },
  });
  desk.sweeper.start();
  const settlingOver = breakable(url);
  const settling = new GroupedWriter({ connection: settlingOver.db, db, clock });
  const options = new OptionsService({
    db,
    market: data,
    tape,
    marks,
    writer,
    settling,
    clock,
    log,
    settings: {
      freshSeconds,
      lineDelayMs: () => settings().line_delay,
      limits: () => ({ net: settings().options_net_limit, member: settings().options_member_limit }),
      presets: () => ({ hy_numcolstmp: [...settings().hy_numcolstmp], hy_price_type: settings().hy_price_type }),
    },
  });
  await options.refreshTerms();
  const operators = createOperators({
    db,
    clock,
    log,
    passwords: quickPasswords,
    mode,
    secret: SECRET,
    proposals,
    mailer,
    home: () => 'http://localhost:3000',
  });
  const debts = openDebts({ clock, market: data });
  const loans = createLoans({ db, writer, market: data, clock, debts, uploads, log });
  const gate = createWaysOut({
    db,
    clock,
    mode,
    market: data,
    settings,
    second: security.second,
    debts,
    payments: membership.payments,
    loginProofs: membership.loginProofs,
  });
  const funding = { db, writer, market: data, clock, mode, settings, gate, uploads, debts, proposals } as const;
  const transfers = createTransfers({ ...funding, log });
  const mining = createMining({ db, writer, paying: settling, clock, debts, log });
  const staking = createStaking({ db, writer, clock, payments: membership.payments, debts, log });
  const shelves = { db, clock, log, proposals };
  const http = createHttpServer({
    routes: [
      ...membership.routes,
      ...spotRoutes({ db, market: data, desk }),
      ...optionRoutes({ db, clock, desk: options }),
      ...assetsRoutes({ db, market: data, writer, clock, settings }),
      ...exchangeRoutes({
        db,
        market: data,
        writer,
        clock,
        payments: membership.payments,
        depth: desk.depth,
        limits: desk.limits,
        settings: { freshSeconds, spread: () => settings().exchange_spread },
      }),
      ...payoutRoutes({ db, market: data, clock, settings, preparations: membership.preparations }),
      ...fundingRoutes(funding),
      ...transfers.routes,
      ...identityRoutes({ db, clock, uploads }),
      ...loans.routes,
      ...mining.routes,
      ...staking.routes,
      ...uploads.routes,
    ],
    console: {
      routes: [
        ...operators.operatorRoutes,
        ...proposalRoutes(proposals, { db, clock }),
        ...site.operatorRoutes,
        ...catalogueOperatorRoutes({ ...shelves, market }),
        ...optionTermOperatorRoutes({
          ...shelves,
          changed: async () => {
            await Promise.all([options.refreshTerms(), settingsStore.refresh()]);
          },
        }),
        ...productOperatorRoutes(shelves),
        ...fundingOperatorRoutes(funding),
        ...memberOperatorRoutes({ db, clock, sessions, market: data, proposals }),
        ...assetsOperatorRoutes({ db }),
        ...identityOperatorRoutes({ db, clock, uploads }),
        ...loans.operatorRoutes,
        ...miningOperatorRoutes({ db }),
        ...houseOperatorRoutes({ db, clock, proposals, writer, market: data, feed: market, limits: desk.limits }),
      ],
      identify: operators.identify,
      folder: '/nonexistent',
    },
    sessions,
    settings: (): Settings => settings(),
    db,
    clock,
    log,
    readiness: () => undefined,
    bodySecret: SECRET,
    appFolder: '/nonexistent',
    checkAnswers: true,
  });

  return {
    db,
    writer,
    sessions,
    operators,
    logged,
    connections: [writing, settlingOver],
    inject: injectable(http).inject,
    tick(raw) {
      const tick = data.takeTick(raw);
      if (tick) tape.add(tick);
      return tick !== undefined;
    },
    book: (raw) => data.takeBook(raw) !== undefined,
    async mark(marketId, price, held) {
      const before = places.get(marketId) ?? { seq: 0, timeMs: 0 };
      const place = { seq: before.seq + 1, timeMs: Math.max(clock.nowMs(), before.timeMs) };
      places.set(marketId, place);
      const mark = {
        marketId,
        ...place,
        price: price as Price,
        held,
        sources: [{ name: 'sim-1', bid: (price - 1n) as Price, ask: (price + 1n) as Price, timeMs: clock.nowMs() }],
      };
      data.takeMark(mark);
      marks.add(mark);
      await marks.flush();
    },
    served: () => desk.sweeper.settled(),
    flushTape: () => tape.flush(),
    settleOptions: () => options.settler.settleAll(),
    async doDue() {
      for (const work of [loans.collections, transfers.arrivals, mining.accruals, staking.ends, loans.collections])
        await work.doAll();
    },
    async kill() {
      await operators.settled();
      await Promise.all([db.close(), writing.close(), settlingOver.close()]);
      await http.close();
    },
  };
}
