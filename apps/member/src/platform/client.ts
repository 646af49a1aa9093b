import type { Answer, CallName } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { Lost, readEnvelope, Refusal } from './envelope.ts';
import { currentLanguage, say } from './language.ts';
import { navigate } from './router.tsx';
import { currentToken, endSession } from './session.ts';

/** Longest wait for an answer (PRODUCT 1). */
const TIMEOUT_MS = 15_000;

/** Fields as they cross the wire: amounts, prices and ids as text. Those undefined are left out. */
export type Fields = Readonly<Record<string, string | number | undefined>>;

export interface AskOptions<Name extends CallName = CallName> {
  readonly signal?: AbortSignal;
  /** One per submit on calls that move money: repeating it moves nothing twice. */
  readonly idempotencyKey?: string | undefined;
  /** Failures are shown where the data would be, not as a toast. For polling. */
  readonly quiet?: boolean;
  /** Shows the server's words of success as a toast, of every answer or of those that are one. For submits. */
  readonly announce?: boolean | ((answer: Answer<Name>) => boolean);
  /**
   * Success ends the login here: until its answer comes, no other call finds out and leads to /login. `'asks'` is only to
   * find out whether the login is over, and leaves the end of it to its caller.
   */
  readonly isLast?: boolean | 'asks' | undefined;
}

function encode(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  return form;
}

/** Sends, and waits for an envelope. Rejects with {@link Refusal}, {@link Lost} or the caller's abort. */
async function exchange(
  method: 'GET' | 'POST',
  path: string,
  body: BodyInit | undefined,
  options: AskOptions,
  token: string | null,
) {
  if (!navigator.onLine) throw new Lost('unsent');
  // A login from here is valid only with a cookie that the server sets beside it.
  const headers = new Headers({ Lang: currentLanguage(), 'Session-Binding': 'cookie' });
  if (token !== null) headers.set('Token', token);
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
  const abort = () => limit.abort();
  options.signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal: limit.signal,
      ...(body === undefined ? {} : { body }),
    });
    return readEnvelope(
      await response.json().catch((error: unknown) => {
        throw limit.signal.aborted ? error : new Lost('cut');
      }),
    );
  } catch (error) {
    if (error instanceof Refusal || error instanceof Lost) throw error;
    if (options.signal?.aborted) throw error;
    throw new Lost(limit.signal.aborted ? 'timeout' : 'cut');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

const lostWords = ({ kind }: Lost): string =>
  say(kind === 'unsent' ? 'connection.offline' : kind === 'timeout' ? 'connection.timeout' : 'connection.failed');

/** Reports a failure to the reader (PRODUCT 1): a toast. */
export function reportFailure(error: unknown): void {
  if (error instanceof Refusal && error.message) showToast('bad', error.message);
  if (error instanceof Lost) showToast('bad', lostWords(error));
}

let lastCalls = 0;

/** Ends the login here, if this is still its call, and shows the form for the next. */
function endOnce(token: string | null, { message }: Refusal, { announce, isLast }: AskOptions): void {
  // Of several calls in flight only the first ends the session; the others carried an old token.
  if (currentToken() !== token || (lastCalls > 0 && isLast !== true)) return;
  // What was still being read as the login ended leads nowhere; what a visitor submits leads to the login.
  if (token === null && announce === undefined) return;
  endSession();
  if (message) showToast('bad', message);
  navigate('/login');
}

async function ask<Name extends CallName>(
  method: 'GET' | 'POST',
  name: Name,
  fields: Fields,
  options: AskOptions<NoInfer<Name>>,
): Promise<Answer<Name>> {
  const form = encode(fields);
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  const token = currentToken();
  if (options.isLast) lastCalls += 1;
  try {
    const { data, msg } = await exchange(
      method,
      `/api/${name}${query}`,
      method === 'POST' ? form : undefined,
      options,
      token,
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers by the contract; schemas are too large for the first load
    const answer = data as Answer<Name>;
    const { announce } = options;
    if (msg && (typeof announce === 'function' ? announce(answer) : announce)) showToast('ok', msg);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.code === 401) endOnce(token, error, options);
    else if (!options.quiet) reportFailure(error);
    throw error;
  } finally {
    if (options.isLast) lastCalls -= 1;
  }
}

/**
 * Calls the server by POST, typed by the contract: `post('getMarketBalance', { m_id: 1 })`. Resolves with `data`;
 * rejects with a {@link Refusal} (already reported unless `quiet`) or {@link Lost}.
 */
export const post = <Name extends CallName>(
  name: Name,
  fields: Fields = {},
  options: AskOptions<NoInfer<Name>> = {},
): Promise<Answer<Name>> => ask('POST', name, fields, options);
/** The same by GET. */
export const get = <Name extends CallName>(
  name: Name,
  fields: Fields = {},
  options: AskOptions<NoInfer<Name>> = {},
): Promise<Answer<Name>> => ask('GET', name, fields, options);

/** A key for one submit. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
