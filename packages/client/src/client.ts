import { CALLS, type Calls } from './calls/index.ts';
import { Lost, Refused } from './failures.ts';
import { openStream, type Stream, type StreamOptions } from './stream.ts';

export type CallName = keyof Calls;
/** What a call takes, as it crosses the wire. */
export type Takes<Name extends CallName> = Calls[Name]['takes'];
/** What a call answers. */
export type Answers<Name extends CallName> = Calls[Name]['answers'];

export interface ClientOptions {
  /** `https://exchange.example`; in a browser without it the page's own server. */
  readonly url?: string;
  /** The language of texts: a code of getLangList. */
  readonly lang?: string;
  /** Of an earlier login. */
  readonly token?: string;
  /** Called when the token changes: with undefined when the session is over. */
  readonly onToken?: (token: string | undefined) => void;
  /** The longest wait for an answer. By default 15 s. */
  readonly timeoutMs?: number;
  /** Pauses before a request that got no answer is sent again with the same key; by default 1, 2, 4 and 8 s. */
  readonly pausesMs?: readonly number[];
  /** By default the global ones. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /**
   * Of a call that moves money: the same key moves nothing twice. By default a new one, sent again by itself where no
   * answer comes. Give one that you wrote down to ask after a crash.
   */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

type Arguments<Name extends CallName> =
  {} extends Takes<Name> ? [fields?: Takes<Name>, options?: CallOptions] : [fields: Takes<Name>, options?: CallOptions];

/** Calls of the member API, and its stream. */
export interface Client {
  /**
   * Makes a call and resolves with its `data`. Rejects with {@link Refused}, with {@link Lost} where no answer came, or
   * with the reason of an abort.
   */
  call<Name extends CallName>(name: Name, ...given: Arguments<Name>): Promise<Answers<Name>>;
  /** The session's token: set by a call that opens a session, gone with the session. */
  token: string | undefined;
  /** Opens `/stream`: prices, and news of the member who is logged in. */
  stream(options?: StreamOptions): Stream;
}

interface Facts {
  readonly method: 'GET' | 'POST';
  readonly idempotent?: true;
  readonly session?: 'opens' | 'ends';
  readonly file?: true;
}
type Fields = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 15_000;
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** The login of a client. */
interface Session {
  token(): string | undefined;
  setToken(next: string | undefined): void;
}

function sessionOf({ token: first, onToken }: ClientOptions): Session {
  let token = first;
  return {
    token: () => token,
    setToken(next) {
      if (next === token) return;
      token = next;
      onToken?.(next);
    },
  };
}

/** Sends calls of one session. */
class Sender {
  readonly #options: ClientOptions;
  readonly #session: Session;
  readonly #base: string;

  constructor(options: ClientOptions, session: Session, base: string) {
    this.#options = options;
    this.#session = session;
    this.#base = base;
  }

  /** Sends again what moves money once, until an answer comes. */
  async untilAnswered(name: CallName, facts: Facts, fields: Fields, given: CallOptions): Promise<unknown> {
    if (facts.idempotent !== true) return this.#once(name, facts, fields, given);
    const keyed = { ...given, idempotencyKey: given.idempotencyKey ?? newKey() };
    for (const pauseMs of this.#options.pausesMs ?? PAUSES_MS) {
      try {
        return await this.#once(name, facts, fields, keyed);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        await pause(pauseMs, given.signal);
      }
    }
    return this.#once(name, facts, fields, keyed);
  }

  async #once(name: CallName, facts: Facts, fields: Fields, given: CallOptions): Promise<unknown> {
    const { lang, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = this.#options;
    const token = this.#session.token();
    const { path, body, type } = requestOf(name, facts, fields);
    const limit = AbortSignal.timeout(timeoutMs);
    const { response, envelope } = await fetch(`${this.#base}${path}`, {
      method: facts.method,
      headers: {
        ...(token === undefined ? {} : { Token: token }),
        ...(lang === undefined ? {} : { Lang: lang }),
        ...(given.idempotencyKey === undefined ? {} : { 'Idempotency-Key': given.idempotencyKey }),
        ...(type === undefined ? {} : { 'Content-Type': type }),
      },
      signal: given.signal ? AbortSignal.any([limit, given.signal]) : limit,
      ...(body === undefined ? {} : { body }),
    })
      .then(async (answer) => ({ response: answer, envelope: envelopeOf(await answer.json()) }))
      .catch((error: unknown) => {
        given.signal?.throwIfAborted();
        throw new Lost('no readable answer came', { cause: error });
      });
    const { code, msg, data, reason } = envelope;
    if (code === 1) return data;
    // Of several calls in flight the others may have carried an older token.
    if (reason === 'login_required' && token === this.#session.token()) this.#session.setToken(undefined);
    throw new Refused(msg, { code, data, reason, retryAfterSeconds: secondsOf(response) });
  }
}

/** A client of a server. It keeps the token of its login in memory alone. */
export function createClient(options: ClientOptions = {}): Client {
  const session = sessionOf(options);
  const base = (options.url ?? globalThis.location.origin).replace(/\/$/, '');
  const sender = new Sender(options, session, base);
  return {
    get token() {
      return session.token();
    },
    set token(next) {
      session.setToken(next);
    },
    async call<Name extends CallName>(
      name: Name,
      ...[fields = {}, given = {}]: Arguments<Name>
    ): Promise<Answers<Name>> {
      const facts: Facts = CALLS[name];
      const data = await sender.untilAnswered(name, facts, { ...fields }, given);
      if (facts.session === 'opens') session.setToken(tokenIn(data) ?? session.token());
      if (facts.session === 'ends') session.setToken(undefined);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server answers by its own contract
      return data as Answers<Name>;
    },
    stream: (how = {}) =>
      openStream(`${base.replace(/^http/, 'ws')}/stream`, {
        token: () => session.token(),
        ...(options.lang === undefined ? {} : { lang: options.lang }),
        ...how,
      }),
  };
}

/** Pages without TLS have no `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Sent {
  readonly path: string;
  readonly body?: BodyInit;
  readonly type?: string;
}

/** Fields that are undefined are left out. */
function requestOf(name: string, { method, file }: Facts, fields: Fields): Sent {
  const path = `/api/${name}`;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (file === true) {
    const form = new FormData();
    for (const [key, value] of given) if (value instanceof Blob) form.set(key, value);
    return { path, body: form };
  }
  if (method === 'POST') return { path, body: JSON.stringify(Object.fromEntries(given)), type: 'application/json' };
  const query = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
  return { path: query === '' ? path : `${path}?${query}` };
}

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly reason: string;
}

/** Throws for what is no envelope. */
function envelopeOf(body: unknown): Envelope {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'number')
    throw new Error('no envelope');
  const { code } = body;
  const textIn = (name: 'msg' | 'reason'): string => {
    const value: unknown = name in body ? (body as Readonly<Record<string, unknown>>)[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { code, msg: textIn('msg'), reason: textIn('reason'), data: 'data' in body ? body.data : null };
}

function tokenIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('userinfo' in data)) return undefined;
  const { userinfo } = data;
  if (typeof userinfo !== 'object' || userinfo === null || !('token' in userinfo)) return undefined;
  return typeof userinfo.token === 'string' ? userinfo.token : undefined;
}

function secondsOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const ended = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', ended);
      resolve();
    }, ms);
    signal?.addEventListener('abort', ended, { once: true });
  });
