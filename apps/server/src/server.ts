import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { optionSettings, spotSettings } from './dealing-settings.ts';
import { assetsOperatorRoutes, assetsRoutes } from './features/assets/index.ts';
import { catalogueOperatorRoutes } from './features/catalogue/index.ts';
import { openDebts } from './features/debt/index.ts';
import { exchangeRoutes } from './features/exchange/index.ts';
import { fundingOperatorRoutes, fundingRoutes, leavingBy } from './features/funding/index.ts';
import { createWaysOut, gateRoutes, passkeyRoutes } from './features/gate/index.ts';
import { houseOperatorRoutes } from './features/house/index.ts';
import { invitationOperatorRoutes, invitationRoutes } from './features/invitation/index.ts';
import { identityOperatorRoutes, identityRoutes } from './features/identity/index.ts';
import { createLoans } from './features/loans/index.ts';
import { createMembership, memberOperatorRoutes } from './features/membership/index.ts';
import { createMining, miningOperatorRoutes } from './features/mining/index.ts';
import { createFreezeLinks, MailOutbox, noticeOperatorRoutes, noticeRoutes } from './features/notices/index.ts';
import { createOperators, makeFirstOperator } from './features/operators/index.ts';
import {
  optionOrderOperatorRoutes,
  OptionsService,
  optionRoutes,
  optionTermOperatorRoutes,
  seedOptionTerms,
} from './features/options/index.ts';
import { networkOperatorRoutes, payoutRoutes, seedNetworks } from './features/payouts/index.ts';
import { productOperatorRoutes, seedLoanProjects, seedProducts } from './features/products/index.ts';
import { reportOperatorRoutes } from './features/reports/index.ts';
import { Proposals, proposalRoutes, ruleOf } from './features/proposals/index.ts';
import { createSecurity } from './features/security/index.ts';
import { createSite, SettingsStore } from './features/site/index.ts';
import { SpotService, spotOperatorRoutes, spotRoutes } from './features/spot/index.ts';
import { createStaking, stakingOperatorRoutes } from './features/staking/index.ts';
import { createTransfers, transferOperatorRoutes } from './features/transfers/index.ts';
import { createUploads } from './features/uploads/index.ts';
import { voidRoutes } from './features/voids/index.ts';
import { GroupedWriter } from './ledger/index.ts';
import { createMarket, seedCoins, seedMarkets } from './market/index.ts';
import type { Clock } from './platform/clock.ts';
import { countedNetwork } from './platform/counted-network.ts';
import { openDb } from './platform/db.ts';
import { createHttpServer, securityText } from './platform/http/index.ts';
import type { Log } from './platform/log.ts';
import { oneAtATime } from './platform/one-at-a-time.ts';
import { closeOwnFolder } from './platform/own-folder.ts';
import { createPasswords } from './platform/passwords.ts';
import { keptSecret } from './platform/secret.ts';
import { SessionNews } from './platform/session-news.ts';
import { Sessions } from './platform/sessions.ts';
import { folderStore, s3Store } from './platform/uploads/index.ts';
import { createOutbound } from './outbound.ts';
import { seedDemo } from './seed.ts';
import { connectCluster } from './cluster.ts';
import { openWatch } from './watch.ts';

const APP_FOLDER = fileURLToPath(new URL('../../member/dist', import.meta.url));
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url));

export interface RunningServer {
  /** `http://HOST:PORT` */
  readonly url: string;
  /** Finishes what is in flight, then ends everything it began. */
  close(): Promise<void>;
}

interface Around {
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Says a line to whoever started the server, and to nobody else: the password that was made for the first operator.
   */
  readonly say: (line: string) => void;
}

/**
 * Opens every door of the house in order and serves. Throws, with a sentence, when one does not open; those before it
 * are closed again.
 */
export async function startServer(config: Config, around: Around): Promise<RunningServer> {
  const opened: (() => Promise<void> | void)[] = [];
  const life = { ending: false };
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const url = await open(config, around, { opened, life });
    return {
      url,
      async close() {
        life.ending = true;
        // It still serves for a while, and tells a proxy to send nothing more.
        if (config.drainMs !== undefined) await delay(config.drainMs);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening {
  /** How to end what was opened, in its order. */
  readonly opened: (() => Promise<void> | void)[];
  readonly life: { readonly ending: boolean };
}

async function open(config: Config, { clock, log, say }: Around, { opened, life }: Opening): Promise<string> {
  await closeOwnFolder(config.dataDir);
  const watch = await openWatch(config);
  const database = await openDatabase(config, log);
  opened.push(() => database.close());
  const { db } = database;
  const writing = openDb(database.url, { connections: 1 });
  opened.push(() => writing.close());
  const writer = new GroupedWriter({ connection: writing, db, clock, log });
  opened.push(() => writer.drained());

  const { mode } = config;
  // Before the settings are read, which say the version of the terms.
  if (mode === 'demo') await seedOptionTerms(db, clock.nowMs());
  const settingsStore = new SettingsStore({
    db,
    clock,
    log,
    mode,
    isDemoFeed: config.feed.kind === 'simulated' || config.feed.kind === 'replay',
    canText: config.smsUrl !== undefined,
  });
  await settingsStore.start();
  opened.push(() => settingsStore.stop());
  const settings = () => settingsStore.current();
  const freshSeconds = () => settings().fresh_seconds;
  const spotFee = () => settings().spot_fee;

  await seedCoins(db);
  await seedMarkets(db);
  if (mode === 'demo') await seedNetworks(db);
  if (mode === 'demo') await seedProducts(db, clock.nowMs());
  if (mode === 'demo') await seedLoanProjects(db, clock.nowMs());
  const together = await connectCluster(config, database, clock, log);
  opened.push(() => together.close());
  const { bus, feedLease, throttles } = together;
  const market = createMarket({
    db,
    clock,
    log,
    config: config.feed,
    freshSeconds,
    spotFee,
    markBand: () => settings().mark_band,
    lease: feedLease,
    bus,
  });
  await market.start();
  opened.push(() => market.stop());

  const sessions = new Sessions(db, clock);
  sessions.start();
  opened.push(() => sessions.stop());
  const endings = new SessionNews({ db, url: database.url, clock, sessions, log });
  await endings.start();
  opened.push(() => endings.stop());
  const { mailer, texter, ...outbound } = createOutbound(config, { clock, log });
  opened.push(() => outbound.settled());
  const passwords = createPasswords();
  const secret = config.secret ?? (await keptSecret(config.dataDir));
  // Of a server that was not told where it is open, the port is known once it listens.
  const here = { port: config.port };
  const origin = () => config.publicUrl ?? `http://localhost:${here.port}`;
  const links = createFreezeLinks(secret);
  const outbox = new MailOutbox({
    db,
    url: database.url,
    clock,
    log,
    mailTransport: mailer,
    siteName: () => settings().name,
    freezeLink: (noticeId) => links.hrefOf(noticeId, origin()),
    origin,
  });
  await outbox.start();
  opened.push(() => outbox.stop());
  const security = createSecurity({
    db,
    clock,
    log,
    secret,
    home: () => ({ origin: origin(), name: settings().name }),
  });
  security.start();
  opened.push(() => security.stop());
  opened.push(() => security.settled());
  const membership = createMembership({
    db,
    clock,
    sessions,
    passwords,
    mailer,
    texter,
    links,
    settings,
    mode,
    security,
    throttles,
  });
  const uploads = createUploads({
    db,
    clock,
    log,
    store: config.uploadsS3 ? s3Store(config.uploadsS3) : folderStore(join(config.dataDir, 'uploads')),
    secret,
  });
  const proposals = new Proposals({ db, clock, log });
  const site = createSite({
    db,
    clock,
    log,
    settings: settingsStore,
    proposals,
    storeLanguage: (id, lang) => membership.storeLanguage(id, lang),
  });
  await site.start();
  opened.push(() => site.stop());
  const inTurn = oneAtATime();
  const fundDemo = () => inTurn('demo', () => seedDemo({ db, writer, market: market.data, membership }));
  if (mode === 'demo') await fundDemo();

  const desk = new SpotService({ market: market.data, writer, clock, log, settings: spotSettings(settings) });
  desk.sweeper.start();
  opened.push(() => desk.sweeper.stop());
  const settlingConnection = openDb(database.url, { connections: 1 });
  opened.push(() => settlingConnection.close());
  const settling = new GroupedWriter({ connection: settlingConnection, db, clock, log });
  opened.push(() => settling.drained());
  const options = new OptionsService({
    db,
    market: market.data,
    tape: market.tape,
    marks: market.marks,
    writer,
    settling,
    clock,
    log,
    ...(watch ? { settled: (lateMs: readonly number[]) => watch.settled(lateMs) } : {}),
    settings: optionSettings(settings),
  });
  await options.start();
  opened.push(() => options.stop());

  await ruleOf(mode, db);
  const home = () => config.publicUrl ?? `http://localhost:${here.port}`;
  const operators = createOperators({
    db,
    clock,
    log,
    passwords,
    mode,
    secret,
    throttles,
    proposals,
    mailer,
    home,
    siteName: () => settings().name,
  });
  opened.push(() => operators.settled());
  const made = await makeFirstOperator(config.operator, { db, clock, passwords, mode });
  if (made !== undefined) say(`operator ${config.operator.username.toLowerCase()} password ${made}`);

  const debts = openDebts({ clock, market: market.data });
  const loans = createLoans({ db, writer, market: market.data, clock, debts, uploads, log });
  loans.collections.start();
  opened.push(() => loans.collections.stop());
  const gate = createWaysOut({
    db,
    clock,
    mode,
    market: market.data,
    settings,
    second: security.second,
    debts,
    payments: membership.payments,
    loginProofs: membership.loginProofs,
  });
  const funding = { db, writer, market: market.data, clock, mode, settings, gate, uploads, debts, proposals };
  const transfers = createTransfers({ ...funding, log, throttles });
  transfers.arrivals.start();
  opened.push(() => transfers.arrivals.stop());
  const mining = createMining({ db, writer, paying: settling, clock, debts, log });
  mining.accruals.start();
  opened.push(() => mining.accruals.stop());
  const staking = createStaking({ db, writer, clock, payments: membership.payments, debts, log });
  staking.ends.start();
  opened.push(() => staking.ends.stop());
  const shelves = { db, clock, log, proposals };
  const http = createHttpServer({
    routes: [
      ...site.routes,
      ...market.routes,
      ...membership.routes,
      ...noticeRoutes({ db, clock }),
      ...invitationRoutes({ db }),
      ...spotRoutes({ db, market: market.data, desk }),
      ...optionRoutes({ db, clock, desk: options }),
      ...voidRoutes({ db, clock }),
      ...assetsRoutes({ db, market: market.data, writer, clock, settings }),
      ...exchangeRoutes({
        db,
        market: market.data,
        writer,
        clock,
        payments: membership.payments,
        depth: desk.depth,
        limits: desk.limits,
        settings: { freshSeconds, spread: () => settings().exchange_spread },
      }),
      ...payoutRoutes({ db, market: market.data, clock, settings, preparations: membership.preparations }),
      ...gateRoutes({ db, gate }),
      ...passkeyRoutes({
        db,
        second: security.second,
        leavings: { withdraw: leavingBy(funding), balanceTransfer: transfers.leaving },
      }),
      ...fundingRoutes(funding),
      ...transfers.routes,
      ...identityRoutes({ db, clock, uploads }),
      ...loans.routes,
      ...mining.routes,
      ...staking.routes,
      ...uploads.routes,
    ],
    rawRoutes: market.rawRoutes,
    bytesRoutes: [
      ...uploads.bytesRoutes,
      ...site.bytesRoutes,
      ...(config.securityContact === undefined
        ? []
        : [securityText({ ...config, contact: config.securityContact, clock })]),
    ],
    sessions,
    settings,
    db,
    clock,
    throttles,
    log,
    readiness: async () => {
      if (life.ending) return 'ending';
      await db.run(ALIVE);
      return market.health().fresh ? undefined : 'feed_not_fresh';
    },
    // A demo without a secret has nothing to hide, and its processes may know no common one.
    bodySecret: config.secret ?? '',
    isEnding: () => life.ending,
    figures: watch?.requests,
    appFolder: APP_FOLDER,
    ...(config.trustProxy ? { trustProxy: config.trustProxy } : {}),
    console: {
      // One line a slice: its console calls.
      routes: [
        ...operators.routes,
        ...proposalRoutes(proposals, { db, clock }),
        ...noticeOperatorRoutes({ db, clock }),
        ...site.operatorRoutes,
        ...uploads.operatorRoutes,
        ...catalogueOperatorRoutes({ ...shelves, market, ...(mode === 'demo' ? { marketAdded: fundDemo } : {}) }),
        ...networkOperatorRoutes(shelves),
        ...optionTermOperatorRoutes({
          ...shelves,
          changed: async () => {
            await Promise.all([options.refreshTerms(), settingsStore.refresh()]);
          },
        }),
        ...productOperatorRoutes(shelves),
        ...fundingOperatorRoutes(funding),
        ...memberOperatorRoutes({ db, clock, sessions, market: market.data, proposals }),
        ...invitationOperatorRoutes({ db }),
        ...spotOperatorRoutes({ db }),
        ...optionOrderOperatorRoutes({ db, clock }),
        ...assetsOperatorRoutes({ db }),
        ...transferOperatorRoutes({ db }),
        ...identityOperatorRoutes({ db, clock, uploads }),
        ...loans.operatorRoutes,
        ...miningOperatorRoutes({ db }),
        ...stakingOperatorRoutes({ db, clock }),
        ...houseOperatorRoutes({
          db,
          clock,
          proposals,
          writer,
          market: market.data,
          feed: market,
          limits: desk.limits,
        }),
        ...reportOperatorRoutes({ db, clock }),
      ],
      identify: operators.identify,
      folder: CONSOLE_FOLDER,
      ...(config.consoleAllow ? { allow: config.consoleAllow } : {}),
    },
  });
  const endStreams = market.attachStream(http.server, countedNetwork(config));
  await http.listen({ host: config.host, port: config.port });
  opened.push(() => http.close());
  opened.push(endStreams);
  if (watch) {
    opened.push(
      await watch.begin({
        db,
        clock,
        log,
        market: market.data,
        feed: market,
        isFeedLeader: () => market.health().leading,
        writers: { orders: writer, settling },
        pools: { shared: db, orders: writing, settling: settlingConnection },
      }),
    );
  }
  const { port } = http.server.address() as AddressInfo;
  here.port = port;
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}

const ALIVE = { name: 'server.alive', text: 'select 1' };
