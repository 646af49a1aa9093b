import { join } from 'node:path';
import { BUILT } from './built.ts';
import { connectCluster } from './cluster.ts';
import { beforeOf, type Config } from './config.ts';
import { openDatabase, type Database } from './database.ts';
import { seedOptionTerms } from './features/options/index.ts';
import { seedNetworks } from './features/payouts/index.ts';
import { seedLoanProjects, seedProducts } from './features/products/index.ts';
import {
  appendInThread,
  openLogPlace,
  type Appender,
  type AppenderNeeds,
  type BuiltFiles,
  type LogIdentity,
  type LogPlace,
  type WitnessAddress,
} from './features/proof/index.ts';
import { seedArticles, SettingsStore, type AllSettings } from './features/site/index.ts';
import { GroupedWriter } from './ledger/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketData, type MarketRoom } from './market/index.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import type { Clock } from './platform/clock.ts';
import type { DatabasePulse } from './platform/database-pulse.ts';
import { DbNotifications } from './platform/db-notifications.ts';
import { openDb, type Db } from './platform/db.ts';
import type { Ends } from './platform/ends.ts';
import type { Lease } from './platform/lease.ts';
import type { Log } from './platform/log.ts';
import { Tally } from './platform/metrics/tally.ts';
import { readDirectly, Replica, type Reports } from './platform/replica.ts';
import { createPasswords, type Passwords } from './platform/passwords.ts';
import { openSecrets } from './house-secret.ts';
import { keptLogKey, keptSecret, type SecretOrSecrets } from './platform/secret.ts';
import { LISTENING, SessionNews } from './platform/session-news.ts';
import { Sessions } from './platform/sessions.ts';
import type { Throttles } from './platform/throttles.ts';
import { countedStore, folderStore, s3Store, withRoomLeft, type ObjectStore } from './platform/uploads/index.ts';

/** What the slices work with. */
export interface Services {
  readonly db: Db;
  /** Reads that may be some seconds old: from a replica where there is one. */
  readonly reports: Reports;
  readonly pulse: Pick<DatabasePulse, 'answersWithin' | 'ageSeconds' | 'leave'>;
  /** Of the database, for who opens connections of their own. */
  readonly url: string;
  /** Of the database, on one connection. */
  readonly notifications: DbNotifications;
  readonly clock: Clock;
  readonly log: Log;
  readonly mode: Config['mode'];
  /** Signs links, and derives the keys of sealed data. */
  readonly secret: SecretOrSecrets;
  /** The app's address; without a configured one, known once the server listens. */
  readonly origin: () => string;
  /** Posts members' commands, in order. */
  readonly writer: GroupedWriter;
  /** Posts what falls due, on its own connection: it does not wait for members' commands. */
  readonly settling: GroupedWriter;
  /** For options, beside it, when many are due at once. */
  readonly settlingBeside: GroupedWriter;
  /** Their connections, and the one on which they open accounts. */
  readonly writerPools: {
    readonly orders: Db;
    readonly settling: Db;
    readonly settlingBeside: Db;
    readonly accounts: Db;
  };
  readonly settingsStore: SettingsStore;
  readonly settings: () => AllSettings;
  readonly market: MarketData;
  readonly marketRoom: MarketRoom;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly throttles: Throttles;
  readonly mailer: Outbound['mailer'];
  readonly texter: Outbound['texter'];
  /** What became of mails, and of uploads' bytes, since the process began. */
  readonly tallies: { readonly mails: Tally; readonly store: Tally };
  /** Where uploads lie. */
  readonly store: ObjectStore;
  /** Where the files of the public log lie. */
  readonly logStore: ObjectStore;
  readonly logIdentity: LogIdentity;
  /** What is served to members. */
  readonly built: BuiltFiles;
  /** Who cosigns the public log. */
  readonly witnesses: readonly WitnessAddress[];
  /** Whoever holds it has the public log cosigned. */
  readonly witnessLease: Lease;
  /** Whether Redis can be reached; undefined where there is none. */
  readonly isRedisUp: () => boolean | undefined;
  /** Appends to the public log. */
  readonly logAppender: (needs: AppenderNeeds) => Appender;
  /** Where the trees of liabilities are. */
  readonly liabilitiesFolder: string;
  /** Networks that webhooks may reach though they are not public. */
  readonly webhookAllow: readonly string[];
  /** How often the ledger is audited; 0 never, undefined as usual. */
  readonly auditEvery: { readonly newMs: number | undefined; readonly allMs: number | undefined };
}

interface Around {
  readonly clock: Clock;
  readonly log: Log;
  readonly origin: () => string;
  /** Each step adds its end as soon as it is open, for when a later one fails. */
  readonly ends: Ends;
}

/** Opens all services in order. Throws Error when one does not open. */
export async function openServices(config: Config, around: Around): Promise<Services> {
  const { clock, log, origin } = around;
  const database = await connect(config, around);
  const secret = await openSecrets(database.db, await givenSecrets(config), around);
  const writers = openWriters(database, around);
  const settingsStore = await readSettings(config, database.db, around);
  const settings = () => settingsStore.current();
  await seedCatalogue(config, database.db, clock);
  const { marketRoom, throttles, witnessLease, isRedisUp } = await openMarket(config, database, settings, around);
  const { sessions, notifications } = await openSessions(database, around);
  const logPlace: LogPlace = config.uploadsS3 ? { bucket: config.uploadsS3 } : { folder: join(config.dataDir, 'log') };
  const { mailer, texter, mails, ...outbound } = createOutbound(config, { clock, log });
  const tallies = { mails, store: new Tally(['done', 'away']) };
  around.ends.push('mails and texts', () => outbound.settled(), 'half');
  return {
    ...(await openReading(config, database, around)),
    clock,
    log,
    mode: config.mode,
    secret,
    origin,
    ...writers,
    settingsStore,
    settings,
    market: marketRoom.data,
    marketRoom,
    sessions,
    notifications,
    passwords: createPasswords(),
    throttles,
    mailer,
    texter,
    tallies,
    store: countedStore(uploadStore(config), tallies.store),
    witnessLease,
    isRedisUp,
    built: BUILT,
    witnesses: config.witnesses ?? [],
    logStore: openLogPlace(logPlace),
    // An embedded database has one process.
    logAppender: appendInThread({
      url: database.url,
      place: logPlace,
      isAlone: config.databaseUrl === undefined,
      clock,
      log,
    }),
    logIdentity: {
      // A free port says nothing about where the app is open.
      publicUrl: config.publicUrl ?? `http://localhost${config.port === 0 ? '' : `:${config.port}`}`,
      isConfigured: config.publicUrl !== undefined,
      keys: config.logKeys ?? [await keptLogKey(config.dataDir)],
    },
    liabilitiesFolder: join(config.dataDir, 'liabilities'),
    webhookAllow: config.webhookAllow ?? [],
    auditEvery: { newMs: config.auditMs, allMs: config.auditAllMs },
  };
}

function uploadStore({ uploadsS3, dataDir }: Config): ObjectStore {
  if (uploadsS3) return s3Store(uploadsS3);
  const folder = join(dataDir, 'uploads');
  return withRoomLeft(folderStore(folder), folder);
}

const givenSecrets = async (config: Config) => ({
  present: config.secret ?? (await keptSecret(config.dataDir)),
  ...beforeOf(config),
});

async function connect(config: Config, { clock, log, ends }: Around): Promise<Database> {
  const database = await openDatabase(config, log, clock);
  ends.push('database', () => database.close());
  return database;
}

function openWriters(
  { db, url, pulse }: Database,
  { clock, log, ends }: Around,
): Pick<Services, 'writer' | 'settling' | 'settlingBeside' | 'writerPools'> {
  const connection = (what: string): Db => {
    const pool = openDb(url, { connections: 1, gate: pulse });
    ends.push(`connection of ${what}`, () => pool.close());
    return pool;
  };
  const accounts = connection('accounts');
  const open = (what: string): { readonly pool: Db; readonly writer: GroupedWriter } => {
    const pool = connection(what);
    const writer = new GroupedWriter({ connection: pool, db, accounts, clock, log });
    ends.push(what, () => writer.drained());
    return { pool, writer };
  };
  const [orders, settling, beside] = [open('orders'), open('settling'), open('settling beside')];
  return {
    writer: orders.writer,
    settling: settling.writer,
    settlingBeside: beside.writer,
    writerPools: { orders: orders.pool, settling: settling.pool, settlingBeside: beside.pool, accounts },
  };
}

async function openReading(
  { replica }: Config,
  { db, pulse, url }: Database,
  { clock, log, ends }: Around,
): Promise<Pick<Services, 'db' | 'pulse' | 'url' | 'reports'>> {
  if (!replica) return { db, pulse, url, reports: readDirectly(db) };
  const opened = new Replica({ ...replica, db, clock, log });
  ends.push('replica', () => opened.stop(), 'half');
  await opened.start();
  return { db, pulse, url, reports: opened };
}

async function readSettings(config: Config, db: Db, { clock, log, ends }: Around): Promise<SettingsStore> {
  // Before the settings are read, which hold the version of the terms.
  if (config.mode === 'demo') await seedOptionTerms(db, clock.nowMs());
  const store = new SettingsStore({
    db,
    clock,
    log,
    mode: config.mode,
    isDemoFeed: config.feed.kind === 'simulated' || config.feed.kind === 'replay',
    canText: config.smsUrl !== undefined,
  });
  await store.start();
  ends.push('settings', () => store.stop());
  return store;
}

async function seedCatalogue({ mode }: Config, db: Db, clock: Clock): Promise<void> {
  await seedCoins(db);
  // What a live platform offers is an owner's decision, and not every venue has them.
  await seedMarkets(db, { areOpen: mode === 'demo' });
  if (mode !== 'demo') return;
  await seedNetworks(db);
  await seedProducts(db, clock.nowMs());
  await seedLoanProjects(db, clock.nowMs());
  await seedArticles(db);
}

async function openMarket(
  config: Config,
  database: Database,
  settings: () => AllSettings,
  { clock, log, ends }: Around,
): Promise<Pick<Services, 'marketRoom' | 'throttles' | 'witnessLease' | 'isRedisUp'>> {
  const cluster = await connectCluster(config, database, clock, log);
  ends.push('what processes share', () => cluster.close());
  const { bus, feedLease: lease, throttles, witnessLease, isRedisUp } = cluster;
  const marketRoom = createMarket({
    db: database.db,
    clock,
    log,
    config: config.feed,
    freshSeconds: () => settings().fresh_seconds,
    spotFee: () => settings().spot_fee,
    markBand: () => settings().mark_band,
    lease,
    bus,
  });
  await marketRoom.start();
  ends.push('market', () => marketRoom.stop());
  return { marketRoom, throttles, witnessLease, isRedisUp };
}

async function openSessions(
  { db, url }: Database,
  { clock, log, ends }: Around,
): Promise<Pick<Services, 'sessions' | 'notifications'>> {
  const sessions = new Sessions(db, clock);
  sessions.start();
  ends.push('sessions', () => sessions.stop());
  const notifications = new DbNotifications({ url, clock, log, name: LISTENING });
  const endings = new SessionNews({ db, notifications, clock, sessions });
  await endings.start();
  ends.push('news of sessions', () => endings.stop());
  return { sessions, notifications };
}
