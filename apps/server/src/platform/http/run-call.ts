import type { IncomingMessage } from 'node:http';
import { refuse, REASON_CODES, type Reason, type Result, type Settings } from '@plimsoll/contract';
import type { IdempotencyClaim } from '../idempotency.ts';
import type { SessionCookies } from '../session-cookie.ts';
import type { Session } from '../sessions.ts';
import type { Turns } from '../throttles.ts';
import { isKey, type Claims } from './claims.ts';
import type { Peers } from './peers.ts';
import { headerOf } from './request.ts';
import type { CallerKey, Fields, PublicContext, Route, Signer } from './route.ts';

export interface RunCallDeps {
  readonly peers: Peers;
  readonly settings: () => Settings;
  readonly claims: Claims;
  /** Rate limit of each member on calls that move money. */
  readonly moneyTurns: Turns;
}

interface IdentifiedRequest {
  readonly fields: Fields;
  readonly session: Session | Signer | undefined;
  readonly lang: string;
  readonly cookies: SessionCookies;
  /** What the request is called in logs. */
  readonly requestId: string | undefined;
}

/** Rate limit → idempotency key → switch → fields → the use case. */
export type RunCall = (request: IncomingMessage, identified: IdentifiedRequest) => Promise<Result<unknown>>;

/** Asks to bind the new session to the browser. */
const BINDING = { header: 'session-binding', cookie: 'cookie' };

/** Makes what runs the call of a route. */
export function callRunner(route: Route, deps: RunCallDeps): RunCall {
  const { call } = route;
  // A plan locks what its order would.
  const isThrottled = call.idempotent || (call.key !== undefined && call.key !== 'read');
  type Input = ReturnType<typeof call.input.safeParse>;

  async function decide(fields: Fields, input: Input, context: PublicContext): Promise<Result<unknown>> {
    if (route.enabled && !route.enabled(deps.settings(), fields)) return refuse('switched_off');
    return input.success ? route.handle(input.data, context) : refuse(reasonOf(input.error.issues[0]?.message));
  }

  function contextOf(
    request: IncomingMessage,
    { session, lang, cookies }: IdentifiedRequest,
  ): PublicContext & { readonly key?: CallerKey } {
    const agent = headerOf(request, 'user-agent');
    const isBound = call.session === 'opens' && headerOf(request, BINDING.header) === BINDING.cookie;
    return {
      lang,
      address: deps.peers.addressOf(request),
      ...(agent === undefined ? {} : { agent }),
      ...(isBound ? { binding: cookies } : {}),
      ...(session ? { memberId: session.memberId, sessionHash: session.hash } : {}),
      ...(session && 'key' in session ? { key: session.key } : {}),
      ...(call.file ? { origin: deps.peers.originOf(request) } : {}),
    };
  }

  return async (request, identified) => {
    const { fields, session } = identified;
    const context = contextOf(request, identified);
    if (!isThrottled || !session) return decide(fields, call.input.safeParse(fields), context);
    const turn = deps.moneyTurns.take(session.memberId);
    const wait = typeof turn === 'number' ? turn : await turn;
    if (wait > 0) return refuse('too_many_requests', { seconds: String(wait) });
    if (!call.idempotent) return decide(fields, call.input.safeParse(fields), context);
    const signer = 'key' in session ? session : undefined;
    const key = signer ? signer.idempotencyKey : headerOf(request, 'idempotency-key');
    // A signature may come again for seconds: what moves money is named.
    if (key === undefined && signer) return refuse('bad_idempotency_key');
    if (key === undefined) return decide(fields, call.input.safeParse(fields), context);
    if (!isKey(key)) return refuse('bad_idempotency_key');
    const input = call.input.safeParse(fields);
    const claim: IdempotencyClaim = {
      memberId: session.memberId,
      call: call.name,
      key,
      ...deps.claims.bodyHashes(input, fields),
      ...(identified.requestId === undefined ? {} : { requestId: identified.requestId }),
      kept: false,
    };
    const claimed = { ...context, claim };
    return deps.claims.answer(claim, () => decide(fields, input, claimed), route);
  };
}

const isReason = (message: string): message is Reason => Object.hasOwn(REASON_CODES, message);

const reasonOf = (message: string | undefined): Reason =>
  message !== undefined && isReason(message) ? message : 'bad_value';
