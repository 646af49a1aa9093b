import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse, REASON_CODES, type Call, type Reason, type Result, type Settings } from '@plimsoll/contract';
import { resolveLanguage } from '@plimsoll/i18n/server';
import type { IdempotencyClaim } from '../idempotency.ts';
import { SessionCookies, type Bound } from '../session-cookie.ts';
import type { Session } from '../sessions.ts';
import type { Turns } from '../throttles.ts';
import { receiveFile, unfitForFile, type AtOnce } from '../uploads/index.ts';
import { isKey, type Claims } from './claims.ts';
import { bodyKind } from './content-type.ts';
import { isUnavailable } from './failure.ts';
import type { EdgeLog } from './build-http.ts';
import { hotContent } from './hot.ts';
import { decodeUtf8, parseForm, parseJson, type ParsedFields } from './parse.ts';
import { readBody } from './read-body.ts';
import type { Peers } from './peers.ts';
import { sendJson, sendPrepared, sendRefusal } from './respond.ts';
import type { Fields, MemberContext, PublicContext, Route } from './route.ts';
import { CLOSING, opening, refusalBody, statusOf } from './words.ts';

/** What every call is served with. */
export interface Edge {
  /** Tells who is on the other side. */
  readonly peers: Peers;
  readonly sessions: {
    find(token: string | undefined, from?: Bound): Session | undefined | Promise<Session | undefined>;
  };
  readonly settings: () => Settings;
  readonly claims: Claims;
  /** Turns of each member on calls that move money. */
  readonly moneyTurns: Turns;
  /** Files that are being received. */
  readonly filesUnderWay: AtOnce;
  readonly log: EdgeLog;
  /** Checks each answer against the contract; a wrong one becomes a 500. For tests. */
  readonly checkAnswers: boolean;
}

/** A header by which a browser asks that the session it is about to get be bound to it, and what it says. */
const BINDING = { header: 'session-binding', cookie: 'cookie' };

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** A header as one text; Node joins repeated ones of ours with a comma, which no valid token or key has. */
export const headerOf = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name] as string | undefined;

/** The query of a request as it came, without `?`. */
export function searchOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** A request whose fields were read, and who asks. */
interface Asked {
  readonly fields: Fields;
  readonly session: Session | undefined;
  readonly lang: string;
  readonly cookies: SessionCookies;
}

/** Serves one call: transport → login → idempotency key → switch → fields → the handler (WIRE 1.3). */
export function serveCall(route: Route, edge: Edge): Serve {
  const { call } = route;
  const allow = [...call.methods, ...(call.methods.includes('GET') ? ['HEAD'] : [])];
  const handle = route.handle as (input: unknown, context: PublicContext) => Promise<Result<unknown>>;

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const method = request.method ?? '';
    if (!allow.includes(method)) return fault(request, response, 'method_not_allowed', ['Allow', allow.join(', ')]);
    if (method !== 'POST') return take(request, response, parseForm(searchOf(request)));
    if (call.file) return takeFile(request, response);
    const kind = bodyKind(request.headers);
    if (kind === 'unsupported') return fault(request, response, 'unsupported_media_type');
    readBody(request, (body) => {
      if (typeof body === 'string') return fault(request, response, body);
      const text = decodeUtf8(body);
      if (text === undefined) return fault(request, response, 'malformed_body');
      take(request, response, kind === 'json' ? parseJson(text) : parseForm(text));
    });
  }

  function take(request: IncomingMessage, response: ServerResponse, parsed: ParsedFields): void {
    if ('fault' in parsed) return fault(request, response, parsed.fault);
    const { fields } = parsed;
    const lang = headerOf(request, 'lang');
    const token = headerOf(request, 'token');
    if (route.hot && (lang !== undefined || token === undefined)) {
      const language = resolveLanguage(lang);
      const content = route.hot(fields, language);
      if (content) return sendPrepared(request, response, content.prepared(opening(language, call.name), CLOSING));
    }
    const session = edge.sessions.find(token, cookiesOf(request));
    if (!(session instanceof Promise)) return enter(request, response, fields, session);
    session
      .then((found) => enter(request, response, fields, found))
      .catch((error: unknown) => fail(request, response, error));
  }

  /** Who is not logged in is told so before the file is read. */
  function takeFile(request: IncomingMessage, response: ServerResponse): void {
    const unfit = unfitForFile(request.headers);
    if (unfit) return fault(request, response, unfit);
    const received = async () => {
      const session = await edge.sessions.find(headerOf(request, 'token'), cookiesOf(request));
      if (!session) return enter(request, response, {}, undefined);
      const over = edge.filesUnderWay.begin(session.memberId);
      if (!over) return fault(request, response, 'too_many_requests');
      const file = await receiveFile(request).finally(over);
      if (typeof file === 'string') fault(request, response, file);
      else enter(request, response, { file }, session);
    };
    received().catch((error: unknown) => fail(request, response, error));
  }

  function enter(
    request: IncomingMessage,
    response: ServerResponse,
    fields: Fields,
    session: Session | undefined,
  ): void {
    const lang = resolveLanguage(headerOf(request, 'lang'), session?.lang);
    if (call.member && !session) return sendRefusal(request, response, lang, { reason: 'login_required' });
    const cookies = cookiesOf(request);
    answer(request, { fields, session, lang, cookies })
      .then((result) => send(request, response, { lang, result, more: kept(result, session, cookies) }))
      .catch((error: unknown) => fail(request, response, error));
  }

  async function answer(request: IncomingMessage, { fields, session, lang, cookies }: Asked): Promise<Result<unknown>> {
    const agent = headerOf(request, 'user-agent');
    const binding =
      call.session === 'opens' && headerOf(request, BINDING.header) === BINDING.cookie ? { binding: cookies } : {};
    const from = {
      lang,
      address: edge.peers.addressOf(request),
      ...(agent === undefined ? {} : { agent }),
      ...binding,
    };
    const context = session ? { ...from, memberId: session.memberId, sessionHash: session.hash } : from;
    if (call.file)
      return decide(fields, call.input.safeParse(fields), { ...context, origin: edge.peers.originOf(request) });
    if (!call.idempotent || !session) return decide(fields, call.input.safeParse(fields), context);
    const turn = edge.moneyTurns.take(session.memberId);
    const wait = typeof turn === 'number' ? turn : await turn;
    if (wait > 0) return refuse('too_many_requests', { seconds: String(wait) });
    const key = headerOf(request, 'idempotency-key');
    if (key === undefined) return decide(fields, call.input.safeParse(fields), context);
    if (!isKey(key)) return refuse('bad_idempotency_key');
    const read = call.input.safeParse(fields);
    const claim: IdempotencyClaim = {
      memberId: session.memberId,
      call: call.name,
      key,
      bodyHash: edge.claims.bodyHash(read, fields),
      kept: false,
    };
    return edge.claims.answer(claim, () => decide(fields, read, { ...context, claim } as MemberContext));
  }

  const cookiesOf = (request: IncomingMessage): SessionCookies =>
    new SessionCookies(request, (asked) => edge.peers.isSecure(asked));

  /** What the browser is told to keep after a call that opened or ended a session. */
  function kept(result: Result<unknown>, session: Session | undefined, cookies: SessionCookies): readonly string[] {
    if (!result.ok || call.session === undefined) return [];
    if (call.session === 'ends' && session) cookies.drop(session.hash);
    return cookies.headers();
  }

  type Read = ReturnType<typeof call.input.safeParse>;
  async function decide(fields: Fields, read: Read, context: PublicContext): Promise<Result<unknown>> {
    if (route.enabled && !route.enabled(edge.settings(), fields)) return refuse('switched_off');
    return read.success ? handle(read.data, context) : refuse(reasonOf(read.error.issues[0]?.message));
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { lang, result, more }: { lang: string; result: Result<unknown>; more: readonly string[] },
  ): void {
    if (edge.checkAnswers) checkAnswer(call, result);
    if (!result.ok) return sendRefusal(request, response, lang, result.refusal, more);
    const data = result.value ?? null;
    if (call.member || request.method === 'POST') {
      return sendJson(request, response, 200, opening(lang, call.name) + JSON.stringify(data) + CLOSING, more);
    }
    sendPrepared(request, response, hotContent(data).prepared(opening(lang, call.name), CLOSING));
  }

  function fault(
    request: IncomingMessage,
    response: ServerResponse,
    reason: Reason,
    more: readonly string[] = [],
  ): void {
    sendRefusal(request, response, resolveLanguage(headerOf(request, 'lang')), { reason }, more);
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const reason = isUnavailable(error) ? 'not_ready' : 'internal_error';
    edge.log.error({ err: error, call: call.name, reason }, 'a call failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    fault(request, response, reason);
  }

  return serve;
}

/** Throws for an answer the contract does not know, or a refusal whose words lack a parameter. */
function checkAnswer(call: Call, result: Result<unknown>): void {
  if (result.ok) call.output.parse(result.value);
  else if (statusOf(result.refusal.reason) !== 429 && refusalBody('en', result.refusal).includes('undefined')) {
    throw new Error(`the words of ${result.refusal.reason} lack a parameter`);
  }
}

const reasonOf = (message: string | undefined): Reason =>
  message !== undefined && Object.hasOwn(REASON_CODES, message) ? (message as Reason) : 'bad_value';
