import type { Operators } from '../../apps/server/src/features/operators/index.ts';
import { SettingsStore } from '../../apps/server/src/features/site/index.ts';
import { GroupedWriter } from '../../apps/server/src/ledger/index.ts';
import type { RawBook, RawTick } from '../../apps/server/src/market/feeds/feed.ts';
import { DbNotifications } from '../../apps/server/src/platform/db-notifications.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';
import { DueWork } from '../../apps/server/src/platform/due-work.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/index.ts';
import type { Route } from '../../apps/server/src/platform/http/route.ts';
import { alwaysHeld } from '../../apps/server/src/platform/lease.ts';
import type { Log } from '../../apps/server/src/platform/log.ts';
import type { Passwords } from '../../apps/server/src/platform/passwords.ts';
import { readDirectly } from '../../apps/server/src/platform/replica.ts';
import { Sessions } from '../../apps/server/src/platform/sessions.ts';
import { ownThrottles } from '../../apps/server/src/platform/throttles.ts';
import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import type { Services } from '../../apps/server/src/services.ts';
import { createMemberSlices, createSlices, type ServerSlices } from '../../apps/server/src/slices.ts';
import { injectable, type TestApp } from '../../apps/server/src/testing/http.ts';
import { breakable, type Breakable } from './breakable.ts';
import { SimulatedMarket } from './market.ts';
import type { SimClock } from './sim-clock.ts';
import { Tally } from '../../apps/server/src/platform/metrics/tally.ts';

/** A process of the server, without timers: due work is done on request. */
export interface ServerProcess {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly sessions: Sessions;
  readonly operators: Operators;
  /** The connections that post money, to be broken. */
  readonly connections: readonly Breakable[];
  readonly logged: Logged[];
  /** All calls of members. */
  readonly routes: readonly Route[];
  inject: TestApp['inject'];
  tick(raw: RawTick): boolean;
  book(raw: RawBook): boolean;
  mark(marketId: string, price: bigint, held: boolean): Promise<void>;
  served(): Promise<void>;
  flushTape(): Promise<void>;
  settleOptions(): Promise<number>;
  /** All other due work: loans, arrivals, lock mining, stakes. */
  doDue(): Promise<void>;
  /** Ends it; what only its memory held is lost. */
  kill(): Promise<void>;
}

interface Logged {
  readonly details: object;
  readonly message: string;
}

/** Hashing is not part of the simulation. */
export const quickPasswords: Passwords = {
  hash: async (password) => `simulated ${password}`,
  verify: async (stored, password) => stored === `simulated ${password}`,
};
/** Uploads are stored nowhere; only their names matter. */
const forgetful: ObjectStore = {
  put: async () => {},
  replace: async () => {},
  get: async () => undefined,
  remove: async () => {},
};
const SECRET = 'of a simulation alone';
/** Name of the work that collects loans. */
const COLLECTION = 'loans to collect';

export async function openProcess(url: string, clock: SimClock): Promise<ServerProcess> {
  const logged: Logged[] = [];
  const log: Log = {
    info: () => {},
    error: (details, message) => {
      logged.push({ details, message });
    },
  };
  const [orders, settling] = [breakable(url), breakable(url)];
  const { services, marketRoom } = await openServices(url, { clock, log, orders, settling });
  const slices = createSlices(services, createMemberSlices(services), {});
  await startOnRequest(slices);
  const http = serve(services, slices);
  const { db, writer, sessions } = services;
  const { operators, options, spot } = slices;
  const due = slices.all.flatMap(({ workers = [] }) => workers.filter((worker) => worker instanceof DueWork));
  const loans = due.filter(({ name }) => name === COLLECTION);
  if (loans.length === 0) throw new Error(`no work of the server is named ${COLLECTION}`);
  return {
    db,
    writer,
    sessions,
    operators,
    logged,
    routes: slices.all.flatMap(({ routes = [] }) => routes),
    connections: [orders, settling],
    inject: injectable(http).inject,
    tick: (raw) => marketRoom.tick(raw),
    book: (raw) => marketRoom.book(raw),
    mark: (marketId, price, held) => marketRoom.mark(marketId, price, held),
    served: () => spot.sweeper.settled(),
    flushTape: () => marketRoom.tape.flush(),
    settleOptions: () => options.service.settler.settleAll(),
    async doDue() {
      // Loans again: what else fell due may pay for them.
      for (const work of [...due, ...loans]) await work.doAll();
    },
    async kill() {
      await operators.settled();
      await Promise.all([db.close(), orders.close(), settling.close()]);
      await http.close();
    },
  };
}

interface Around {
  readonly clock: SimClock;
  readonly log: Log;
  readonly orders: Breakable;
  readonly settling: Breakable;
}

/** The services of a demo server, with the simulation's clock, market and connections. */
async function openServices(
  url: string,
  { clock, log, orders, settling }: Around,
): Promise<{ readonly services: Services; readonly marketRoom: SimulatedMarket }> {
  // One connection: concurrent requests reach the writer in one order, so that a seed replays.
  const db = openDb(url, { connections: 1 });
  const mode = 'demo';
  const settingsStore = new SettingsStore({ db, clock, log, mode, isDemoFeed: true });
  await settingsStore.refresh();
  const settings = () => settingsStore.current();
  const marketRoom = await SimulatedMarket.open({ db, clock, log, settings });
  const outbound = { send: () => {}, deliver: async () => 'sent' as const, settled: async () => {} };
  const settlingWriter = new GroupedWriter({ connection: settling.db, db, clock });
  const services: Services = {
    db,
    pulse: { answersWithin: async () => true, ageSeconds: () => 0, leave() {} },
    reports: readDirectly(db),
    isRedisUp: () => undefined,
    url,
    notifications: new DbNotifications({ url, clock, log }),
    clock,
    log,
    mode,
    secret: SECRET,
    origin: () => 'http://localhost:3000',
    writer: new GroupedWriter({ connection: orders.db, db, clock }),
    settling: settlingWriter,
    // One connection, so that a seed replays.
    settlingBeside: settlingWriter,
    writerPools: { orders: orders.db, settling: settling.db, settlingBeside: settling.db, accounts: db },
    settingsStore,
    settings,
    market: marketRoom.data,
    marketRoom,
    sessions: new Sessions(db, clock),
    passwords: quickPasswords,
    throttles: ownThrottles(clock),
    tallies: { mails: new Tally([]), store: new Tally([]) },
    mailer: outbound,
    texter: outbound,
    store: forgetful,
    // Not started: a simulation has no log.
    witnessLease: alwaysHeld,
    witnesses: [],
    built: { appFolder: '/nonexistent', verifyFolder: '/nonexistent' },
    logStore: forgetful,
    logAppender: () => ({ name: 'public log', start() {}, stop() {}, wake() {} }),
    logIdentity: { publicUrl: 'http://localhost:3000', isConfigured: false, keys: [] },
    // Epochs are not taken: no worker of theirs is started.
    liabilitiesFolder: '/nonexistent',
    // Its clock runs ahead; the simulation audits at its end.
    auditEvery: { newMs: 0, allMs: 0 },
    webhookAllow: [],
  };
  return { services, marketRoom };
}

/** Starts what has no timer: resting orders meet each book, and options know their terms. */
async function startOnRequest({ options, spot }: ServerSlices): Promise<void> {
  spot.sweeper.start();
  await options.service.refreshTerms();
}

const serve = (services: Services, { all, operators }: ServerSlices): ReturnType<typeof createHttpServer> =>
  createHttpServer({
    ...services,
    routes: all.flatMap(({ routes = [] }) => routes),
    console: {
      routes: all.flatMap(({ operatorRoutes = [] }) => operatorRoutes),
      identify: operators.identify,
      folder: '/nonexistent',
    },
    readiness: () => undefined,
    bodySecret: SECRET,
    appFolder: '/nonexistent',
    checkAnswers: true,
  });
