import type { IncomingMessage, ServerResponse } from 'node:http';
import { REASON_CODES } from '@plimsoll/contract';
import {
  isAtLeast,
  OPERATOR_REASON_STATUS,
  refuseOperator,
  type OperatorCall,
  type OperatorReason,
  type OperatorResult,
} from '@plimsoll/contract/operator';
import { resolveLanguage } from '@plimsoll/i18n/server';
import type { AtOnce } from '../uploads/index.ts';
import { receiveFile, unfitForFile } from '../uploads/index.ts';
import type { EdgeLog } from './build-http.ts';
import { bodyKind } from './content-type.ts';
import { isUnavailable } from './failure.ts';
import type { DoorContext, OperatorContext, OperatorIdentity, OperatorRoute } from './operator-route.ts';
import type { Peers } from './peers.ts';
import { decodeUtf8, parseForm, parseJson, type ParsedFields } from './parse.ts';
import { bearerOf, sendProblem } from './problem.ts';
import { readBody } from './read-body.ts';
import { sendJson } from './respond.ts';
import type { Fields } from './route.ts';
import { headerOf, searchOf, type Serve } from './serve-call.ts';
import { pathOf } from './serve-raw.ts';
import { note, toldOf } from './told.ts';

/** Below which all console calls lie. */
export const OPERATOR_BASE = '/operator/api';
/** An article with all its letters escaped. */
const BODY_LIMIT = 256 * 1024;

/** What console calls are served with. */
export interface OperatorEdge {
  /** Tells who is on the other side. */
  readonly peers: Peers;
  /** Who is logged in with a token as it came. */
  readonly identify: (token: string | undefined) => Promise<OperatorIdentity | undefined>;
  /** Files that are being received. */
  readonly filesUnderWay: AtOnce;
  readonly log: EdgeLog;
  /** Checks each answer against the contract; a wrong one becomes a 500. For tests. */
  readonly checkAnswers: boolean;
}

interface Pattern {
  readonly parts: readonly string[];
  readonly byMethod: Map<string, OperatorRoute>;
}

const nameIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

/** Paths by their parts; those without names in them first, so that `/operators/me` is no id. */
function patternsOf(routes: readonly OperatorRoute[]): readonly Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const route of routes) {
    const { path, method } = route.call;
    const pattern = patterns.get(path) ?? { parts: path.slice(1).split('/'), byMethod: new Map() };
    pattern.byMethod.set(method, route);
    patterns.set(path, pattern);
  }
  const names = ({ parts }: Pattern) => parts.filter(nameIn).length;
  return [...patterns.values()].sort((a, b) => names(a) - names(b));
}

function matched({ parts }: Pattern, path: readonly string[]): Record<string, unknown> | undefined {
  if (parts.length !== path.length) return undefined;
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [at, part] of parts.entries()) {
    const name = nameIn(part);
    if (name !== undefined) fields[name] = path[at];
    else if (part !== path[at]) return undefined;
  }
  return fields;
}

/** What is one's own: all that can be done without a second factor where one must be. */
const isOwn = ({ path }: OperatorCall): boolean =>
  path === '/session' || path.startsWith('/session/') || path.startsWith('/operators/me/');

/** Why this operator's login is not enough for the call (RULES 8); undefined when it is. */
function lackFor(call: OperatorCall, { lack }: OperatorIdentity): OperatorReason | undefined {
  if (lack === 'factor_missing') return isOwn(call) ? undefined : lack;
  return call.fresh ? lack : undefined;
}

/** Serves all console calls: path and method → login → role → body → fields → the handler (docs/wire/operator.md). */
export function serveOperator(routes: readonly OperatorRoute[], edge: OperatorEdge): Serve {
  const patterns = patternsOf(routes);

  return (request, response) => {
    const lang = resolveLanguage(headerOf(request, 'lang'));
    serve(request, response, lang).catch((error: unknown) => {
      const reason = isUnavailable(error) ? 'not_ready' : 'internal_error';
      edge.log.error({ err: error, call: toldOf(response)?.call, reason }, 'a console call failed');
      if (response.headersSent) response.destroy();
      else sendProblem(response, { reason }, { lang });
    });
  };

  async function serve(request: IncomingMessage, response: ServerResponse, lang: string): Promise<void> {
    const path = pathOf(request.url ?? '')
      .slice(OPERATOR_BASE.length + 1)
      .split('/');
    for (const pattern of patterns) {
      const fields = matched(pattern, path);
      if (!fields) continue;
      const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
      const route = pattern.byMethod.get(method);
      if (route) return call(request, response, { route, lang, fromPath: fields });
      return sendProblem(
        response,
        { reason: 'method_not_allowed' },
        { lang, more: ['Allow', [...pattern.byMethod.keys()].join(', ')] },
      );
    }
    sendProblem(response, { reason: 'unknown_path' }, { lang });
  }

  interface Found {
    readonly route: OperatorRoute;
    readonly lang: string;
    readonly fromPath: Fields;
  }

  async function call(
    request: IncomingMessage,
    response: ServerResponse,
    { route, lang, fromPath }: Found,
  ): Promise<void> {
    const { call } = route;
    note(response, { call: `${call.method} ${call.path}` });
    const door: DoorContext = { lang, address: edge.peers.addressOf(request), origin: edge.peers.originOf(request) };
    let context: DoorContext | OperatorContext = door;
    if (call.role !== null) {
      const operator = await edge.identify(bearerOf(request));
      if (!operator) return sendProblem(response, { reason: 'unauthenticated' }, { lang });
      if (!isAtLeast(operator.role, call.role)) return sendProblem(response, { reason: 'forbidden' }, { lang });
      const lacks = lackFor(call, operator);
      if (lacks) return sendProblem(response, { reason: lacks }, { lang });
      context = { ...door, operator };
    }
    // Only what reads takes its fields from the address.
    const astray: ParsedFields = call.method === 'GET' ? { fields: {} } : parseForm(searchOf(request));
    if ('fault' in astray) return sendProblem(response, { reason: astray.fault }, { lang });
    const [stray] = Object.keys(astray.fields);
    if (stray !== undefined) return sendProblem(response, { reason: 'unknown_field' }, { lang, field: stray });
    const read = await fieldsOf(request, call, context);
    if ('fault' in read) return sendProblem(response, { reason: read.fault }, { lang });
    const doubled = Object.keys(fromPath).find((name) => name in read.fields);
    if (doubled !== undefined) return sendProblem(response, { reason: 'unknown_field' }, { lang, field: doubled });
    const parsed = call.input.safeParse({ ...read.fields, ...fromPath });
    if (!parsed.success) return refuseForm(response, parsed.error.issues[0], lang);
    const handle = route.handle as (input: unknown, context: DoorContext) => Promise<OperatorResult<unknown>>;
    answer(request, response, { call, lang, result: await handle(parsed.data, context) });
  }

  async function fieldsOf(
    request: IncomingMessage,
    call: OperatorCall,
    context: DoorContext | OperatorContext,
  ): Promise<ParsedFields | { fault: OperatorReason }> {
    if (call.file) return fileOf(request, context);
    if (call.method === 'GET') return parseForm(searchOf(request));
    const kind = bodyKind(request.headers);
    if (kind === 'unsupported') return { fault: 'unsupported_media_type' };
    const body = await new Promise<Buffer | 'malformed_body' | 'body_too_large'>((resolve) =>
      readBody(request, resolve, BODY_LIMIT),
    );
    if (typeof body === 'string') return { fault: body };
    const text = decodeUtf8(body);
    // A form with fields is not JSON; without any it is an empty body.
    if (text === undefined || (kind === 'form' && text !== ''))
      return { fault: kind === 'form' ? 'unsupported_media_type' : 'malformed_body' };
    return parseJson(text);
  }

  async function fileOf(
    request: IncomingMessage,
    context: DoorContext | OperatorContext,
  ): Promise<ParsedFields | { fault: OperatorReason }> {
    const unfit = unfitForFile(request.headers);
    if (unfit) return { fault: unfit };
    const over = edge.filesUnderWay.begin(`operator ${'operator' in context ? context.operator.operatorId : ''}`);
    if (!over) return { fault: 'too_many_requests' };
    const file = await receiveFile(request).finally(over);
    return typeof file === 'string' ? { fault: file } : { fields: { file } };
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { call, lang, result }: { call: OperatorCall; lang: string; result: OperatorResult<unknown> },
  ): void {
    if (!result.ok) return sendProblem(response, result.refusal, { lang, field: result.refusal.params?.['field'] });
    if (edge.checkAnswers) call.output.parse(result.value);
    if (call.status === 204) {
      response.writeHead(204, ['Cache-Control', 'no-store']);
      response.end();
      return;
    }
    const status = call.isDone && !call.isDone(result.value) ? 202 : call.status;
    sendJson(request, response, status, JSON.stringify(result.value));
  }
}

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

const isReason = (word: string): word is OperatorReason =>
  Object.hasOwn(REASON_CODES, word) || Object.hasOwn(OPERATOR_REASON_STATUS, word);

function refuseForm(response: ServerResponse, issue: Issue | undefined, lang: string): void {
  const isUnknown = issue?.code === 'unrecognized_keys';
  const reason = isUnknown ? 'unknown_field' : issue && isReason(issue.message) ? issue.message : 'bad_value';
  const field = isUnknown ? issue.keys?.[0] : issue?.path.map(String).join('.');
  sendProblem(response, refuseOperator(reason).refusal, { lang, field });
}
