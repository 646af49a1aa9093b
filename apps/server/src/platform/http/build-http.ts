import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { REASON_CODES, type Settings } from '@plimsoll/contract';
import { resolveLanguage, translator } from '@plimsoll/i18n/server';
import { fastify, type FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db.ts';
import type { Log } from '../log.ts';
import type { RequestFigures } from '../metrics/request-figures.ts';
import { ownThrottles, type Throttles } from '../throttles.ts';
import { AtOnce } from '../uploads/index.ts';
import { Claims } from './claims.ts';
import { peersBehind, within } from './peers.ts';
import { sendProblem } from './problem.ts';
import { sendJson, sendRefusal } from './respond.ts';
import type { BytesRoute, RawRoute, Route } from './route.ts';
import { serveBytes } from './serve-bytes.ts';
import { headerOf, serveCall, type Edge, type Serve } from './serve-call.ts';
import type { OperatorIdentity, OperatorRoute } from './operator-route.ts';
import { OPERATOR_BASE, serveOperator } from './serve-operator.ts';
import { pathOf, serveRaw } from './serve-raw.ts';
import { overTls } from './security-headers.ts';
import { StaticApp } from './static-app.ts';
import { opening, CLOSING } from './words.ts';

export type EdgeLog = Pick<Log, 'error'>;

export interface HttpDeps {
  readonly routes: readonly Route[];
  /** Public paths outside `/api` with a form of their own. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Paths that answer bytes to who has the right link. */
  readonly bytesRoutes?: readonly BytesRoute[];
  readonly sessions: Edge['sessions'];
  readonly settings: () => Settings;
  /** Keeps the answers to keyed requests. */
  readonly db: Db;
  /** Without it nobody can tell from what is kept of a keyed request what stood in it; the same in every process. */
  readonly bodySecret: string;
  readonly clock: Clock;
  readonly log: EdgeLog;
  /** Why the server cannot serve at the moment, for `/readyz`; undefined when it can. */
  readonly readiness: () => string | undefined | Promise<string | undefined>;
  /** True once the server is ending: it still answers, each answer the last of its connection. */
  readonly isEnding?: () => boolean;
  /** Folder of the built member app. */
  readonly appFolder: string;
  /**
   * Addresses and networks of the proxies before us (`10.0.0.0/8`): what they say of who asks is believed, and nobody
   * else is.
   */
  readonly trustProxy?: readonly string[];
  /** The console: its calls, who is logged in to it, and the folder it is built in. */
  readonly console?: {
    readonly routes: readonly OperatorRoute[];
    readonly identify: (token: string | undefined) => Promise<OperatorIdentity | undefined>;
    readonly folder: string;
    /** Addresses and networks that it answers; to all others it is not there. None: all. */
    readonly allow?: readonly string[];
  };
  /** Counts every request, where somebody watches. */
  readonly figures?: RequestFigures | undefined;
  /** Turns a second and member on calls that move money. */
  readonly moneyTurnsPerSecond?: number;
  /** Without, counts are this process's. */
  readonly throttles?: Throttles;
  /** Checks every answer against the contract; for tests. */
  readonly checkAnswers?: boolean;
}

/** Where the console's pages are. */
const CONSOLE_PATH = '/operator';
const isConsole = (url: string): boolean => /^\/operator(?:$|[/?#])/.test(decodedStart(url));
/** However its letters are written. */
const decodedStart = (url: string): string =>
  url
    .replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/\/{2,}/g, '/')
    .toLowerCase();
/**
 * The policies of Trusted Types that the member app may make: its own, which lets no text become HTML and few addresses
 * scripts; that of the sanitiser; and one that a page script two owners approved can make, when it writes HTML of its
 * own.
 */
const MEMBER_POLICIES = ['default', 'dompurify', 'page-script'];
/** The console's: the sanitiser's alone. */
const CONSOLE_POLICIES = ['dompurify'];
/** Turns a second and member on calls that move money (at least 200). */
const MONEY_TURNS_PER_SECOND = 400;
/** Files being received, in all and from one member: their bytes are in memory until the last came. */
const FILES_AT_ONCE = 32;
const FILES_OF_ONE = 4;
const HEADERS_WITHIN_MS = 20_000;
const REQUEST_WITHIN_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
/**
 * `SIGTERM` must end all within ten seconds, a wait for the proxy and the database's own end among them; what is still
 * in flight after five is cut.
 */
const FINISH_WITHIN_MS = 5_000;
const REAP_EVERY_MS = 50;

/**
 * The HTTP face of the server: every call of the contract under `/api`, raw paths, health, and the app's files.
 * Listening is the caller's: `app.listen(…)`. `app.close()` finishes what is in flight, within five seconds.
 */
export function buildHttp(deps: HttpDeps): FastifyInstance {
  const claims = new Claims(deps.db, deps.clock, deps.bodySecret);
  const peers = peersBehind(deps.trustProxy);
  const edge: Edge = {
    peers,
    sessions: deps.sessions,
    settings: deps.settings,
    claims,
    moneyTurns: (deps.throttles ?? ownThrottles(deps.clock)).turns(
      'money',
      deps.moneyTurnsPerSecond ?? MONEY_TURNS_PER_SECOND,
    ),
    filesUnderWay: new AtOnce(FILES_AT_ONCE, FILES_OF_ONE),
    log: deps.log,
    checkAnswers: deps.checkAnswers ?? false,
  };
  // Nobody is told about TLS who did not come over it.
  const serveHere = (serve: Serve): Serve => ((deps.trustProxy ?? []).length > 0 ? overTls(serve, peers) : serve);
  const counted = (path: string, serve: Serve): Serve =>
    deps.figures?.watched(path, serveHere(serve)) ?? serveHere(serve);
  const paths = new Map<string, Serve>(
    (
      [
        ...deps.routes.map((route): [string, Serve] => [`/api/${route.call.name}`, serveCall(route, edge)]),
        ...(deps.rawRoutes ?? []).map((route): [string, Serve] => [route.path, serveRaw(route, edge)]),
        ...(deps.bytesRoutes ?? []).map((route): [string, Serve] => [route.path, serveBytes(route, edge)]),
        ['/healthz', (request, response) => sendDone(request, response)],
        ['/readyz', (request, response) => void readyz(request, response, deps)],
      ] satisfies [string, Serve][]
    ).map(([path, serve]) => [path, counted(path, serve)]),
  );
  const isAllowed = deps.console?.allow ? within(deps.console.allow) : () => true;
  /** Not there for whom it does not answer. */
  const toAllowed =
    (serve: Serve): Serve =>
    (request, response) =>
      isConsole(request.url ?? '') && !isAllowed(peers.addressOf(request))
        ? sendProblem(response, { reason: 'unknown_path' }, { lang: 'en' })
        : serve(request, response);
  const serveConsole = counted(
    OPERATOR_BASE,
    toAllowed(
      serveOperator(deps.console?.routes ?? [], {
        peers,
        identify: deps.console?.identify ?? (async () => undefined),
        filesUnderWay: edge.filesUnderWay,
        log: deps.log,
        checkAnswers: edge.checkAnswers,
      }),
    ),
  );
  const serveOther = counted(
    '/',
    toAllowed(
      otherwise([
        new StaticApp(deps.appFolder, { trustedTypes: MEMBER_POLICIES }),
        ...(deps.console
          ? [new StaticApp(deps.console.folder, { base: CONSOLE_PATH, trustedTypes: CONSOLE_POLICIES })]
          : []),
      ]),
    ),
  );

  const app = fastify({
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: () => ({}) },
    serverFactory: (route) => listener(route, { paths, serveConsole, isEnding: deps.isEnding ?? (() => false) }),
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      refuseMalformed(request.raw, reply.raw);
    },
  });
  // Bodies are read by the call that takes them: only it knows what they may be.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const [path, serve] of paths) {
    app.all(path, (request, reply) => {
      reply.hijack();
      serve(request.raw, reply.raw);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    const path = pathOf(request.raw.url ?? '');
    (paths.get(path) ?? (isConsoleCall(path) ? serveConsole : serveOther))(request.raw, reply.raw);
  });
  app.setErrorHandler((error, request, reply) => {
    reply.hijack();
    const reason =
      (error as { statusCode?: number }).statusCode === REASON_CODES.unsupported_media_type
        ? 'unsupported_media_type'
        : 'internal_error';
    if (reason === 'internal_error') deps.log.error({ err: error }, 'a request failed');
    sendRefusal(request.raw, reply.raw, langOf(request.raw), { reason });
  });
  app.addHook('onReady', async () => claims.start());
  app.addHook('onClose', async () => claims.stop());
  finishInTime(app);
  return app;
}

const isConsoleCall = (path: string): boolean => path === OPERATOR_BASE || path.startsWith(`${OPERATOR_BASE}/`);

/** The answer under way on a connection, or the last one. */
const LAST = Symbol('last answer');
type Answering = Socket & { [LAST]?: ServerResponse };

/**
 * The listening server. Known paths spelled exactly skip the router, which costs a fifth of the requests a core can
 * answer.
 */
function listener(
  route: Serve,
  {
    paths,
    serveConsole,
    isEnding,
  }: { readonly paths: ReadonlyMap<string, Serve>; readonly serveConsole: Serve; readonly isEnding: () => boolean },
) {
  const listen: RequestListener = (request, response) => {
    (request.socket as Answering)[LAST] = response;
    if (isEnding()) response.setHeader('Connection', 'close');
    const path = pathOf(request.url ?? '');
    const serve = paths.get(path);
    if (serve) serve(request, response);
    else if (isConsoleCall(path)) serveConsole(request, response);
    else route(request, response);
  };
  const server = createServer(
    { headersTimeout: HEADERS_WITHIN_MS, requestTimeout: REQUEST_WITHIN_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    listen,
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    // What cannot be read is the rest of a request that was answered before its end: a second answer would stand for a
    // request nobody sent.
    const last = (socket as Answering)[LAST];
    if (last?.headersSent === true && !last.req.complete) return socket.destroySoon();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  return server;
}

function otherwise(apps: readonly StaticApp[]): Serve {
  return (request, response) => {
    const isLook = request.method === 'GET' || request.method === 'HEAD';
    if (isLook && apps.some((app) => app.serve(request, response, pathOf(request.url ?? '')))) return;
    sendRefusal(request, response, langOf(request), { reason: 'unknown_path' });
  };
}

async function readyz(request: IncomingMessage, response: ServerResponse, deps: HttpDeps): Promise<void> {
  let why: string | undefined;
  try {
    why = await deps.readiness();
  } catch (error) {
    deps.log.error({ err: error }, 'readiness could not be told');
    why = 'unknown';
  }
  if (why === undefined) return sendDone(request, response);
  const msg = translator(langOf(request))('reasons.not_ready');
  sendJson(request, response, 503, JSON.stringify({ code: 503, msg, data: { why }, reason: 'not_ready' }), [
    'Retry-After',
    '1',
  ]);
}

const langOf = (request: IncomingMessage): string => resolveLanguage(headerOf(request, 'lang'));

function sendDone(request: IncomingMessage, response: ServerResponse): void {
  sendJson(request, response, 200, `${opening(langOf(request), 'done')}null${CLOSING}`);
}

function refuseMalformed(request: IncomingMessage, response: ServerResponse): void {
  sendRefusal(request, response, langOf(request), { reason: 'malformed_body' });
}

/**
 * Connections that fall idle while closing are ended at once, and all of them in the end; in real time, whatever the
 * clock.
 */
function finishInTime(app: FastifyInstance): void {
  let reaping: NodeJS.Timeout | undefined;
  let ending: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    reaping = setInterval(() => app.server.closeIdleConnections(), REAP_EVERY_MS);
    ending = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(reaping);
    clearTimeout(ending);
  });
}
