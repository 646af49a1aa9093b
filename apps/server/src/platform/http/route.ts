import type { Call, InputOf, KeyRight, OutputOf, Result, Settings } from '@plimsoll/contract';
import type { IdempotencyClaim } from '../idempotency.ts';
import type { Claims, Deciding } from './claims.ts';
import type { Binding } from '../session-cookie.ts';
import type { HotContent } from './hot.ts';

/** Context of a public call. */
export interface PublicContext {
  /** One of the 26 codes. */
  readonly lang: string;
  /** Remote address, for throttles. */
  readonly address: string;
  readonly agent?: string;
  /** Set when a valid token came with a public call. */
  readonly memberId?: string;
  /** SHA-256 (hex) of that session's token. */
  readonly sessionHash?: string;
  /** Binds the session that the call opens to its browser, which asked for it. */
  readonly binding?: Binding;
  /** On calls with a file: `http://host` as the caller reached us. */
  readonly origin?: string;
}
export interface MemberContext extends PublicContext {
  readonly memberId: string;
  readonly sessionHash: string;
  /** Of an `Idempotency-Key`: the grouped writer keeps the answer with the command. */
  readonly claim?: IdempotencyClaim;
  /** Of a call that a program signed with its key. */
  readonly key?: CallerKey;
}

/** The key by which a member's program calls (RULES 7.7). */
export interface CallerKey {
  readonly id: string;
  /** Markets it works on; none: all. */
  readonly markets: readonly string[];
  readonly isOn: (marketId: string) => boolean;
  /** Whether it has a cap of a day, of dealing or of loss. */
  readonly isCapped: boolean;
}
/** A POST to `/api` that a program signed, as it came. */
export interface SignedCall extends RawRequest {
  readonly method: string;
  /** Of its `Host`. */
  readonly host: string;
  readonly agent: string | undefined;
  /** What its body hashes to: SHA-256, in base64. */
  readonly bodyHash: string;
}
/** Who signed a call. */
export interface Signer {
  readonly memberId: string;
  readonly hash: string;
  readonly lang: string | null;
  readonly key: CallerKey;
  /** The idempotency key that was signed with the call. */
  readonly idempotencyKey?: string;
}
/** Checks the signatures of calls: who signed one and may make it by this right. */
export interface SignedCalls {
  /** Whether a query is that of a signed call. */
  readonly isSigned: (search: string) => boolean;
  readonly admit: (asked: SignedCall, right: KeyRight) => Promise<Result<Signer>>;
}

export type Handler<C extends Call> = (input: InputOf<C>, context: MemberContext) => Promise<Result<OutputOf<C>>>;
export type PublicHandler<C extends Call> = (input: InputOf<C>, context: PublicContext) => Promise<Result<OutputOf<C>>>;

/** By name, without a prototype. */
export type Fields = Readonly<Record<string, unknown>>;

/** A call and its handler. */
export interface Route extends Deciding {
  readonly call: Call;
  /** False: switched off (201). Asked before the fields are read, with the raw body. */
  readonly enabled?: (settings: Settings, body: Fields) => boolean;
  /** A method, so that a handler of any input and context is one. */
  handle(input: unknown, context: PublicContext): Promise<Result<unknown>>;
  /** Prepared `data` for these unchecked fields; undefined lets `handle` answer. */
  readonly hot?: (fields: Fields, lang: string) => HotContent | undefined;
}

interface RouteOptions extends Deciding {
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
/** Binds a member call that does one command of the ledger and nothing else. */
export const commandRoute = <C extends Call>(call: C, handle: Handler<C>, options: RouteOptions = {}): Route =>
  memberRoute(call, handle, { ...options, byOneCommand: true });
/** Binds a public call to its handler. */
export const publicRoute = <C extends Call>(
  call: C,
  handle: PublicHandler<C>,
  options: PublicRouteOptions = {},
): Route => ({ call, handle, ...options });

export interface LinkedBytes {
  /** Their content type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Public and unchanging under this address: cached for ever. */
  readonly isForEver?: boolean;
  /** Public: cached so long. */
  readonly maxAgeSeconds?: number;
  /** Worth compressing where the caller takes it. */
  readonly isCompressible?: boolean;
}
/** A GET path that answers bytes, and refusals in an envelope. A path ending in `*` answers all below it. */
export interface BytesRoute {
  readonly path: string;
  /** Pages of any origin may read it. */
  readonly isForAllOrigins?: boolean;
  readonly open: (request: RawRequest) => Promise<Result<LinkedBytes>>;
}

/** A page that the server makes, the same for everybody. */
export interface PageRoute {
  readonly path: string;
  /** Asked once. */
  readonly html: () => string;
}

export interface RawRequest {
  /** The query, without `?`. */
  readonly search: string;
  readonly path: string;
  readonly address: string;
}
export interface RawAnswer {
  readonly status: number;
  readonly json: string;
}
/** A request of a member's program, as it came. */
export interface ProgramRequest extends RawRequest {
  readonly method: string;
  /** Of its `Host`. */
  readonly host: string;
  readonly agent: string | undefined;
  /** Of a POST; undefined for one too large, cut short or not in UTF-8. */
  readonly body: string | undefined;
}
/** Answers each idempotency key once. */
export type KeptAnswers = Pick<Claims, 'answer' | 'bodyHashes'>;
/** A path of members' programs, GET and POST, with an answer of its own form. A path ending in `*` answers all below it. */
export interface ProgramRoute {
  readonly path: string;
  readonly answer: (request: ProgramRequest, kept: KeptAnswers) => Promise<RawAnswer>;
}

/**
 * A public GET path outside `/api` with an answer of its own form (`/huobiapi/market/detail`). A path ending in `*`
 * answers what no other does.
 */
export interface RawRoute {
  readonly path: string;
  readonly answer: (request: RawRequest) => HotContent | RawAnswer;
}
