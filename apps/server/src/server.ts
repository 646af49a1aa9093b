import { setTimeout as delay } from 'node:timers/promises';
import { BUILT } from './built.ts';
import type { Config } from './config.ts';
import { makeFirstOperator } from './features/operators/index.ts';
import { openPrivateStream } from './features/keys/index.ts';
import { ruleOf } from './features/proposals/index.ts';
import { evenClock, type Clock } from './platform/clock.ts';
import { countedNetwork } from './platform/counted-network.ts';
import { createHttpServer, securityText } from './platform/http/index.ts';
import { peersBehind } from './platform/http/peers.ts';
import { portRefused, requireFreePort } from './platform/free-port.ts';
import { portOf } from './platform/listening-port.ts';
import type { Log } from './platform/log.ts';
import { Ends } from './platform/ends.ts';
import { oneAtATime } from './platform/one-at-a-time.ts';
import { NewsService } from './platform/news/index.ts';
import { closeOwnFolder } from './platform/own-folder.ts';
import { cookiesOfHandshake } from './platform/session-cookie.ts';
import type { Slice, Worker } from './platform/slice.ts';
import { seedDemo } from './seed.ts';
import { openServices, type Services } from './services.ts';
import { createMemberSlices, createSlices, type ServerSlices } from './slices.ts';
import { openWatch, type Watch } from './watch.ts';

export interface RunningServer {
  /** `http://HOST:PORT` */
  readonly url: string;
  /** Finishes requests in flight, then closes everything, within 9.2 seconds whatever hangs. */
  close(): Promise<void>;
}

interface Around {
  readonly clock: Clock;
  readonly log: Log;
  /** Prints a line on standard output: the first operator's generated password. */
  readonly say: (line: string) => void;
}

/** Opens the server and serves. Throws Error when a step does not open; earlier ones are closed again. */
export async function startServer(config: Config, around: Around): Promise<RunningServer> {
  const ends = new Ends();
  const life: Life = { ending: false, leave: () => {} };
  const close = (beganMs: number) =>
    ends.close({
      clock: evenClock,
      log: around.log,
      leaveAtMs: beganMs + LEAVE_AFTER_MS,
      leave: () => life.leave(),
      overAtMs: beganMs + OVER_AFTER_MS,
    });
  try {
    const url = await open(config, around, { ends, life });
    return {
      url,
      async close() {
        life.ending = true;
        const beganMs = evenClock.nowMs();
        // Still serves, while a proxy learns to send nothing more.
        if (config.drainMs !== undefined) await delay(config.drainMs);
        await close(beganMs);
      },
    };
  } catch (error) {
    await close(evenClock.nowMs());
    throw error;
  }
}

interface Life {
  ending: boolean;
  /** Gives up what is under way at the database. */
  leave: () => void;
}

interface Opening {
  /** Closes what was opened. */
  readonly ends: Ends;
  readonly life: Life;
}

/** Services, slices, workers, HTTP, metrics, in this order. @returns the address */
async function open(config: Config, around: Around, { ends, life }: Opening): Promise<string> {
  await requireFreePorts(config);
  await closeOwnFolder(config.dataDir);
  const watch = await openWatch(config);
  // Without a configured address, the port is known once it listens.
  const here = { port: config.port };
  const origin = () => config.publicUrl ?? `http://localhost:${here.port}`;
  const services = await openServices(config, { ...around, origin, ends });
  life.leave = () => services.pulse.leave();
  const slices = await openSlices(config, services, around);
  watch?.add(slices.all.flatMap(({ metrics = [] }) => metrics));
  await startWorkers(slices.all, ends);
  here.port = await serve(config, { services, slices, watch, ends, life });
  if (watch) ends.push('figures', await watch.begin(watched(services, slices)), 'half');
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${here.port}`;
}

/** Before anything is written, and a password printed that is shown once. */
async function requireFreePorts({ host, port, metrics }: Config): Promise<void> {
  await requireFreePort({ variable: 'PORT', host, port });
  if (metrics) await requireFreePort({ variable: 'METRICS_PORT', ...metrics });
}

/** Makes the slices and what they rely on: demo money, the rule of two operators, the first operator. */
async function openSlices(config: Config, services: Services, { say }: Around): Promise<ServerSlices> {
  const { db, clock, mode, passwords, writer, market } = services;
  const members = createMemberSlices(services);
  const inTurn = oneAtATime();
  const fundDemo = () => inTurn('demo', () => seedDemo({ db, writer, market, membership: members.membership }));
  const slices = createSlices(services, members, mode === 'demo' ? { marketAdded: fundDemo } : {});
  if (mode === 'demo') await fundDemo();
  await ruleOf(mode, db);
  const made = await makeFirstOperator(config.operator, { db, clock, passwords, mode });
  if (made !== undefined) say(`operator ${config.operator.username.toLowerCase()} password ${made}`);
  return slices;
}

async function startWorkers(slices: readonly Slice[], ends: Ends): Promise<void> {
  const started = new Set<Worker>();
  ends.push(
    () => `workers: ${[...started].map(({ name }) => name).join(', ')}`,
    () => stopAll(started),
    'half',
  );
  for (const worker of slices.flatMap(({ workers = [] }) => workers)) {
    await worker.start();
    started.add(worker);
  }
}

/** All at once: none waits for another, and one that lasts keeps none from ending. Those that ended are taken out. */
async function stopAll(workers: Set<Worker>): Promise<void> {
  const stopped = await Promise.allSettled(
    [...workers].map(async (worker) => {
      await worker.stop();
      workers.delete(worker);
    }),
  );
  const failed = stopped.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

interface Serving {
  readonly services: Services;
  readonly slices: ServerSlices;
  readonly watch: Watch | undefined;
  readonly ends: Ends;
  readonly life: { readonly ending: boolean };
}

/** Opens HTTP and streams. @returns the port */
async function serve(config: Config, { services, slices, watch, ends, life }: Serving): Promise<number> {
  const { pulse, marketRoom } = services;
  const { all, operators } = slices;
  const spans = await openSpans(config, services);
  if (spans) ends.push('traces', () => spans.stop(), 'half');
  const http = createHttpServer({
    ...services,
    routes: all.flatMap(({ routes = [] }) => routes),
    rawRoutes: all.flatMap(({ rawRoutes = [] }) => rawRoutes),
    programRoutes: all.flatMap(({ programRoutes = [] }) => programRoutes),
    signedCalls: slices.keys.signedCalls,
    bytesRoutes: [...all.flatMap(({ bytesRoutes = [] }) => bytesRoutes), ...securityTextOf(config, services)],
    pageRoutes: all.flatMap(({ pageRoutes = [] }) => pageRoutes),
    readiness: async () => {
      if (life.ending) return 'ending';
      return (await pulse.answersWithin(READY_WITHIN_MS)) ? undefined : 'database_silent';
    },
    isFeedFresh: () => marketRoom.health().fresh,
    // A demo without a secret has nothing to hide.
    bodySecret: config.secret === undefined ? '' : services.secret,
    isEnding: () => life.ending,
    figures: watch?.requests,
    ...(spans ? { spans } : {}),
    ...(config.accessLog === undefined ? {} : { accessLog: { part: config.accessLog, log: services.log } }),
    appFolder: BUILT.appFolder,
    ...(config.trustProxy ? { trustProxy: config.trustProxy } : {}),
    console: {
      routes: all.flatMap(({ operatorRoutes = [] }) => operatorRoutes),
      rawRoutes: all.flatMap(({ consoleRawRoutes = [] }) => consoleRawRoutes),
      identify: operators.identify,
      folder: BUILT.consoleFolder,
      ...(config.consoleAllow ? { allow: config.consoleAllow } : {}),
    },
  });
  const networkOf = countedNetwork(config);
  const peers = peersBehind(config.trustProxy);
  const news = new NewsService({
    ...services,
    sources: all.flatMap((slice) => slice.news ?? []),
    from: (request) => ({ bound: cookiesOfHandshake(request, peers.isSecure(request)), network: networkOf(request) }),
  });
  await news.start();
  ends.push('news', () => news.stop());
  const programs = openPrivateStream({
    ...services,
    ...slices.keys,
    from: (request) => ({ bound: NO_COOKIES, network: networkOf(request) }),
    addressOf: (request) => peers.addressOf(request),
  });
  await programs.start();
  ends.push('news of programs', () => programs.stop());
  const endStreams = marketRoom.attachStream(http.server, networkOf, news, programs.protocols);
  await http.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw portRefused({ variable: 'PORT', ...config }, error);
  });
  ends.push('requests', () => http.close());
  ends.push('streams', endStreams);
  return portOf(http.server);
}

/** Loaded only where there is a collector. */
async function openSpans({ traces }: Config, { clock, log }: Services) {
  if (!traces) return undefined;
  const { Spans } = await import('./platform/http/spans.ts');
  return new Spans({ ...traces, clock, log });
}

const securityTextOf = ({ securityContact, ...config }: Config, { clock }: Services) =>
  securityContact === undefined ? [] : [securityText({ ...config, contact: securityContact, clock })];

/** What the figures are read from. */
const watched = (
  {
    db,
    reports,
    pulse,
    isRedisUp,
    clock,
    log,
    market,
    marketRoom,
    writer,
    settling,
    settlingBeside,
    writerPools,
    tallies,
  }: Services,
  { proof }: ServerSlices,
): Parameters<Watch['begin']>[0] => ({
  db,
  pulse,
  clock,
  log,
  market,
  feed: marketRoom,
  isRedisUp,
  replica: () => reports.replica(),
  isFeedLeader: () => marketRoom.health().leading,
  writers: { orders: writer, settling, settlingBeside },
  pools: { shared: db, ...writerPools },
  witnessAges: proof.witnessAges,
  tallies,
});

/** Programs have none. */
const NO_COOKIES = { holds: () => false };
/**
 * Of the ten seconds of `SIGTERM`: when what is under way at the database is given up, and when nothing is waited for any
 * more. Before that the proxy's wait (at most three) and requests in flight (at most five) have had their time.
 */
const LEAVE_AFTER_MS = 8_500;
const OVER_AFTER_MS = 9_200;
/** Balancers that check readiness give up soon. */
const READY_WITHIN_MS = 1_000;
