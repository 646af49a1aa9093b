import { rate } from '@plimsoll/money';
import { z } from 'zod';
import { assetsRoutes } from '../features/assets/index.ts';
import { catalogueOperatorRoutes } from '../features/catalogue/index.ts';
import { exchangeRoutes } from '../features/exchange/index.ts';
import { networkOperatorRoutes, payoutRoutes, seedNetworks } from '../features/payouts/index.ts';
import { productOperatorRoutes } from '../features/products/index.ts';
import { Proposals } from '../features/proposals/index.ts';
import { SpotService } from '../features/spot/index.ts';
import { spotSettings } from '../dealing-settings.ts';
import { GroupedWriter } from '../ledger/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from '../market/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { testDatabase } from './database.ts';
import { operatorHttp, type OperatorAnswer, type OperatorHttp } from './operator-http.ts';
import { testPlans } from './plans.ts';
import { testPreparations, testSecurity } from './security.ts';
import { dataOf, demoMembership, demoSettings, failingLog } from './world-parts.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);

export type Fields = Readonly<Record<string, unknown>>;

/** A line of the operators' log. */
interface Line {
  readonly action: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly username: string;
}

/** What an owner does in the console's catalogue. */
export interface Console {
  readonly http: OperatorHttp;
  /** Tokens. */
  readonly owner: string;
  readonly viewer: string;
  create(resource: string, fields: Fields, token?: string): Promise<OperatorAnswer>;
  change(resource: string, id: unknown, fields: Fields, token?: string): Promise<OperatorAnswer>;
  read(resource: string, id: unknown): Promise<OperatorAnswer>;
  list(resource: string, fields?: Fields): Promise<{ readonly list: readonly Fields[]; readonly total: number }>;
  /** The id of a search's first result. */
  idOf(resource: string, q: string): Promise<unknown>;
  /** Its lines of the audit log, without proposals. */
  logged(resource: string, id: unknown): Promise<Line[]>;
}

/** `409 in_use title`: status, reason, field. */
export const refusal = ({ status, body }: OperatorAnswer): string =>
  [status, body['reason'], ...(body['field'] === undefined ? [] : [body['field']])].join(' ');

const lines = sql<Line>(
  'world.lines',
  'select action, before, after, username from operator_audit where resource = $1 and ref = $2 and action <> $3 order by id',
);

const LISTED = z.object({ list: z.array(z.record(z.string(), z.unknown())), total: z.number() });

/** An owner and a viewer at a console. */
export async function atConsole(http: OperatorHttp, db: Db): Promise<Console> {
  const owner = (await http.operator('owner')).token;
  const viewer = (await http.operator('viewer')).token;
  const list: Console['list'] = async (resource, fields = {}) =>
    LISTED.parse((await http.ask('GET', `/${resource}`, { token: viewer, fields })).body);
  return {
    http,
    owner,
    viewer,
    list,
    create: (resource, fields, token = owner) => http.agreed('POST', `/${resource}`, { token, fields }),
    change: (resource, id, fields, token = owner) =>
      http.agreed('PATCH', `/${resource}/${String(id)}`, { token, fields }),
    read: (resource, id) => http.ask('GET', `/${resource}/${String(id)}`, { token: viewer }),
    idOf: async (resource, q) => (await list(resource, { q })).list[0]?.['id'],
    logged: (resource, id) => db.run(lines, [resource, String(id), 'propose']),
  };
}

/** The demo's catalogue on simulated prices, with btcusdt and ethusdt enabled, and the calls that show it. */
export interface CatalogueWorld extends Console {
  readonly db: Db;
  readonly clock: ManualClock;
  readonly writer: GroupedWriter;
  readonly room: MarketRoom;
  /** Another process on the same database, not started. */
  readonly elsewhere: MarketRoom;
  /** How many markets were reported as new. */
  added(): number;
  marketsShown(): Promise<readonly Fields[]>;
  close(): Promise<void>;
}

/** Opens a {@link CatalogueWorld}. */
export async function openCatalogueWorld(): Promise<CatalogueWorld> {
  const database = await testDatabase();
  const { db } = database;
  const clock = new ManualClock(START_MS);
  await seedCoins(db);
  await seedMarkets(db);
  await seedNetworks(db);
  await db.run(sql<never>('world.few', `update market set enabled = symbol in ('btcusdt', 'ethusdt')`));
  const connection = openDb(database.url, { connections: 1 });
  const writer = new GroupedWriter({ connection, db, clock });
  const open = () =>
    createMarket({
      db,
      clock,
      config: { kind: 'simulated', rate: 2, seed: 'tide' },
      log: failingLog,
      freshSeconds: () => 5,
      spotFee: () => rate('0.001'),
    });
  const room = open();
  const elsewhere = open();
  await room.start();
  clock.advance(2_000);
  let added = 0;
  const http = catalogueHttp({
    db,
    clock,
    writer,
    room,
    marketAdded: async () => {
      added += 1;
    },
  });
  return {
    ...(await atConsole(http, db)),
    db,
    clock,
    writer,
    room,
    elsewhere,
    added: () => added,
    marketsShown: async () => (await dataOf(http, 'getMarketList')).list,
    async close() {
      await http.app.close();
      await room.stop();
      await elsewhere.stop();
      await writer.drained();
      await connection.close();
      await database.drop();
    },
  };
}

interface CatalogueHttpDeps extends Pick<CatalogueWorld, 'db' | 'clock' | 'writer' | 'room'> {
  readonly marketAdded: () => Promise<void>;
}

function catalogueHttp({ db, clock, writer, room, marketAdded }: CatalogueHttpDeps): OperatorHttp {
  const settings = demoSettings(() => ({}));
  const market = room.data;
  const proposals = new Proposals({ db, clock, log: failingLog });
  const { payments } = demoMembership({
    db,
    clock,
    settings,
    sessions: new Sessions(db, clock),
    security: testSecurity(db, clock),
  });
  const { books, depth, limits } = new SpotService({
    db,
    market,
    writer,
    clock,
    log: failingLog,
    settings: spotSettings(settings),
  });
  const crud = { db, clock, log: failingLog, proposals };
  return operatorHttp({
    proposals,
    db,
    clock,
    settings,
    routes: [
      ...room.routes,
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...payoutRoutes({ db, market, clock, settings, preparations: testPreparations(db, clock) }),
      ...exchangeRoutes({
        db,
        market,
        writer,
        clock,
        payments,
        books,
        depth,
        limits,
        settings: { freshSeconds: () => 5, spread: () => rate('0.002') },
      }),
    ],
    rawRoutes: room.rawRoutes,
    operatorRoutes: [
      ...catalogueOperatorRoutes({ ...crud, market: room, marketAdded }),
      ...networkOperatorRoutes(crud),
      ...productOperatorRoutes(crud),
    ],
  });
}
