import type { Call, InputOf, OutputOf, Result, Settings } from '@plimsoll/contract';
import type { IdempotencyClaim } from '../idempotency.ts';
import type { Binding } from '../session-cookie.ts';
import type { HotContent } from './hot.ts';

/** What a handler knows of the one who asks. */
export interface PublicContext {
  /** Language of the answer, one of the 26 codes. */
  readonly lang: string;
  /** Remote address, for throttles. */
  readonly address: string;
  /** `User-Agent`, as it came. */
  readonly agent?: string;
  /** Who asks, when a valid token came with a public call. */
  readonly memberId?: string;
  /** SHA-256 (hex) of that session's token. */
  readonly sessionHash?: string;
  /** On calls that open a session, where the browser asked for it: binds the session to it. */
  readonly binding?: Binding;
  /** On calls that take a file: `http://host` as the caller reached us. */
  readonly origin?: string;
}
export interface MemberContext extends PublicContext {
  readonly memberId: string;
  readonly sessionHash: string;
  /**
   * Set on calls that take an `Idempotency-Key` when one came: hand it to the grouped writer, which keeps the answer
   * with the command.
   */
  readonly claim?: IdempotencyClaim;
}

export type Handler<C extends Call> = (input: InputOf<C>, context: MemberContext) => Promise<Result<OutputOf<C>>>;
export type PublicHandler<C extends Call> = (input: InputOf<C>, context: PublicContext) => Promise<Result<OutputOf<C>>>;

/** The fields of a request as they came, by name; without a prototype. */
export type Fields = Readonly<Record<string, unknown>>;

/** A call and what answers it. A slice's `routes.ts` exports a list of these and nothing else. */
export interface Route {
  readonly call: Call;
  /** False means switched off (201): asked before the fields are read, with the parsed body as it came. */
  readonly enabled?: (settings: Settings, body: Fields) => boolean;
  /** A method, so that a handler of any input and context is one. */
  handle(input: unknown, context: PublicContext): Promise<Result<unknown>>;
  /** Ready-made `data` for these fields (as they came, unchecked) in a language; undefined lets `handle` answer. */
  readonly hot?: (fields: Fields, lang: string) => HotContent | undefined;
}

interface RouteOptions {
  readonly enabled?: NonNullable<Route['enabled']>;
}
interface PublicRouteOptions extends RouteOptions {
  readonly hot?: NonNullable<Route['hot']>;
}

/** Binds a member call to its handler. */
export const memberRoute = <C extends Call>(call: C, handle: Handler<C>, options: RouteOptions = {}): Route => ({
  call,
  handle,
  ...options,
});
/** Binds a public call to its handler. */
export const publicRoute = <C extends Call>(
  call: C,
  handle: PublicHandler<C>,
  options: PublicRouteOptions = {},
): Route => ({ call, handle, ...options });

/** Bytes that only who has the right link may see. */
export interface LinkedBytes {
  /** Their content type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** They are everybody's and stand under this address for ever: whoever has got them need not ask again. */
  readonly isForEver?: boolean;
}
/**
 * A GET path whose answer is bytes and no envelope; a refusal comes in one. A path ending in `*` answers all below it.
 */
export interface BytesRoute {
  readonly path: string;
  readonly open: (request: RawRequest) => Promise<Result<LinkedBytes>>;
}

/** What a raw route is asked. */
export interface RawRequest {
  /** The query as it came, without `?`; empty when there is none. */
  readonly search: string;
  /** Path as it came, without the query. */
  readonly path: string;
  readonly address: string;
}
/** An answer outside the envelope, made for this request. */
export interface RawAnswer {
  readonly status: number;
  readonly json: string;
}
/**
 * A public GET path outside `/api` that answers in a form of its own (`/huobiapi/market/detail`). A path ending in `*`
 * answers all below it that no other does.
 */
export interface RawRoute {
  readonly path: string;
  readonly answer: (request: RawRequest) => HotContent | RawAnswer;
}
