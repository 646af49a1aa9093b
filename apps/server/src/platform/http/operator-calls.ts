import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAtLeast, type OperatorCall, type OperatorReason } from '@plimsoll/contract/operator';
import type { AtOnce } from '../uploads/index.ts';
import { annotate, annotationsOf } from './annotations.ts';
import { failureReason, type ErrorLog } from './errors.ts';
import { readOperatorInput } from './operator-fields.ts';
import type { OperatorContext, OperatorIdentity, OperatorRoute, PublicOperatorContext } from './operator-route.ts';
import { operatorRouter } from './operator-router.ts';
import type { Peers } from './peers.ts';
import { bearerOf, sendProblem } from './problem.ts';
import { languageOf, pathOf, type RequestHandler } from './request.ts';
import { sendJson } from './response.ts';
import { requestIdOf, withRequestId } from './request-id.ts';

export const OPERATOR_BASE = '/operator/api';

export interface OperatorCallDeps {
  readonly peers: Peers;
  readonly identify: (token: string | undefined) => Promise<OperatorIdentity | undefined>;
  readonly filesUnderWay: AtOnce;
  readonly log: ErrorLog;
  /** For tests: an answer outside the contract becomes a 500. */
  readonly checkAnswers: boolean;
}

/** Serves all console calls: path and method → login → role → fields → handler (docs/wire/operator.md). */
export function operatorCallsHandler(routes: readonly OperatorRoute[], deps: OperatorCallDeps): RequestHandler {
  const match = operatorRouter(routes);

  async function serve(request: IncomingMessage, response: ServerResponse, lang: string): Promise<void> {
    const refuse = (reason: OperatorReason, more: { field?: string | undefined; more?: readonly string[] } = {}) =>
      sendProblem(response, { reason }, { lang, ...more });

    const found = match(pathOf(request).slice(OPERATOR_BASE.length + 1), request.method ?? '');
    if (!found) return refuse('unknown_path');
    if ('allow' in found) return refuse('method_not_allowed', { more: ['Allow', found.allow.join(', ')] });
    const { route, fromPath } = found;
    const { call } = route;
    annotate(response, { call: `${call.method} ${call.path}` });

    const context = await authorize(request, { call, lang }, deps);
    if (typeof context === 'string') return refuse(context);
    const operatorId = 'operator' in context ? context.operator.operatorId : '';
    const read = await readOperatorInput(request, { call, fromPath, operatorId }, deps.filesUnderWay);
    if ('fault' in read) return refuse(read.fault.reason, { field: read.fault.field });

    const result = await route.handle(read.input, context);
    if (!result.ok) return sendProblem(response, result.refusal, { lang, field: result.refusal.params?.['field'] });
    if (deps.checkAnswers) call.output.parse(result.value);
    sendValue(request, response, call, result.value);
  }

  return (request, response) => {
    const lang = languageOf(request);
    serve(request, response, lang).catch((error: unknown) => {
      const reason = failureReason(error);
      const call = annotationsOf(response)?.call;
      deps.log.error({ err: error, call, reason, requestId: requestIdOf(response) }, 'console call failed');
      if (response.headersSent) response.destroy();
      else sendProblem(response, { reason }, { lang });
    });
  };
}

async function authorize(
  request: IncomingMessage,
  { call, lang }: { readonly call: OperatorCall; readonly lang: string },
  { peers, identify }: Pick<OperatorCallDeps, 'peers' | 'identify'>,
): Promise<PublicOperatorContext | OperatorContext | OperatorReason> {
  const caller = { lang, address: peers.addressOf(request), origin: peers.originOf(request) };
  if (call.role === null) return caller;
  const operator = await identify(bearerOf(request));
  if (!operator) return 'unauthenticated';
  if (!isAtLeast(operator.role, call.role)) return 'forbidden';
  return lackFor(call, operator) ?? { ...caller, operator };
}

/** Calls about the operator's own account, allowed without a second factor. */
const isOwn = ({ path }: OperatorCall): boolean =>
  path === '/session' || path.startsWith('/session/') || path.startsWith('/operators/me/');

/** What this login lacks for the call (RULES 8). */
function lackFor(call: OperatorCall, { lack }: OperatorIdentity): OperatorReason | undefined {
  if (lack === 'factor_missing') return isOwn(call) ? undefined : lack;
  return call.fresh ? lack : undefined;
}

function sendValue(request: IncomingMessage, response: ServerResponse, call: OperatorCall, value: unknown): void {
  if (call.status === 204) {
    response.writeHead(204, withRequestId(response, ['Cache-Control', 'no-store']));
    response.end();
    return;
  }
  const status = call.isDone && !call.isDone(value) ? 202 : call.status;
  sendJson(request, response, status, JSON.stringify(value));
}
