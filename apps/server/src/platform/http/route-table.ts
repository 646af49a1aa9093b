import { ownThrottles } from '../throttles.ts';
import { filePlaces } from '../uploads/index.ts';
import { accessLog } from './access-log.ts';
import { bytesHandler } from './byte-paths.ts';
import type { Claims } from './claims.ts';
import { consoleAccess } from './console-access.ts';
import { healthz, readyz, readyzFeed } from './health.ts';
import type { HttpDeps } from './http-deps.ts';
import { memberCallHandler, type MemberCallDeps } from './member-calls.ts';
import { OPERATOR_BASE, operatorCallsHandler } from './operator-calls.ts';
import { pageHandler } from './page-paths.ts';
import { peersBehind } from './peers.ts';
import { programHandler } from './program-paths.ts';
import { rawHandler } from './raw-paths.ts';
import { languageOf, type RequestHandler } from './request.ts';
import { sendRefusal } from './response.ts';
import type { RouteTable } from './router.ts';
import { overTls } from './security-headers.ts';
import { staticFilesHandler } from './static-files.ts';

const CONSOLE_PATH = '/operator';
/**
 * The member app's: its own, which makes no text HTML and few addresses scripts; the sanitiser's; one for page scripts
 * that two owners approved.
 */
const MEMBER_POLICIES = ['default', 'dompurify', 'page-script'];
/** The console's: the sanitiser's alone. */
const CONSOLE_POLICIES = ['dompurify'];
/** A member's calls that move money, per second (wire: at least 200). */
const MONEY_TURNS_PER_SECOND = 400;

/** Every path with its handler. Around them: console access, HSTS, request metrics. */
export function routeTable(deps: HttpDeps, claims: Claims): RouteTable {
  const { log, checkAnswers = false, trustProxy = [] } = deps;
  const peers = peersBehind(trustProxy);
  const common = { peers, log, checkAnswers };
  const places = filePlaces();
  const { sessions, settings, throttles = ownThrottles(deps.clock) } = deps;
  const moneyTurns = throttles.turns('money', deps.moneyTurnsPerSecond ?? MONEY_TURNS_PER_SECOND);
  const memberCalls: MemberCallDeps = {
    ...common,
    filesUnderWay: places.members,
    sessions,
    settings,
    claims,
    moneyTurns,
    ...(deps.signedCalls ? { signedCalls: deps.signedCalls } : {}),
  };
  const access = consoleAccess(peers, deps.console?.allow);
  const paths: readonly (readonly [string, RequestHandler])[] = [
    ...deps.routes.map((route) => [`/api/${route.call.name}`, memberCallHandler(route, memberCalls)] as const),
    ...(deps.rawRoutes ?? []).map((route) => [route.path, rawHandler(route, { log, peers })] as const),
    ...(deps.console?.rawRoutes ?? []).map((route) => [route.path, access(rawHandler(route, { log, peers }))] as const),
    ...(deps.programRoutes ?? []).map((route) => [route.path, programHandler(route, { log, peers, claims })] as const),
    ...(deps.bytesRoutes ?? []).map((route) => [route.path, bytesHandler(route, { log, peers })] as const),
    ...(deps.pageRoutes ?? []).map((route) => [route.path, access(pageHandler(route))] as const),
    ['/healthz', healthz],
    ['/readyz', readyz(deps.readiness, log)],
    ['/readyz/feed', readyzFeed(deps.isFeedFresh ?? (() => true))],
  ];
  const operatorCalls = operatorCallsHandler(deps.console?.routes ?? [], {
    ...common,
    filesUnderWay: places.operators,
    identify: deps.console?.identify ?? (async () => undefined),
  });
  const files = staticFilesHandler([
    { folder: deps.appFolder, trustedTypes: MEMBER_POLICIES },
    ...(deps.console ? [{ folder: deps.console.folder, base: CONSOLE_PATH, trustedTypes: CONSOLE_POLICIES }] : []),
  ]);

  const secured = (handler: RequestHandler): RequestHandler =>
    trustProxy.length > 0 ? overTls(handler, peers) : handler;
  const logged = deps.accessLog
    ? accessLog({ ...deps.accessLog, clock: deps.clock })
    : (_path: string, handler: RequestHandler) => handler;
  const counted = (path: string, handler: RequestHandler): RequestHandler => {
    const spanned = deps.spans?.watched(path, secured(handler), peers) ?? secured(handler);
    const served = logged(path, spanned);
    return deps.figures?.watched(path, served) ?? served;
  };
  return {
    paths: new Map(paths.map(([path, handler]) => [path, counted(path, handler)])),
    areas: new Map([[OPERATOR_BASE, counted(OPERATOR_BASE, access(operatorCalls))]]),
    fallback: counted('/', access(files)),
    malformed: (request, response) => sendRefusal(request, response, languageOf(request), { reason: 'malformed_body' }),
  };
}
