import { lookup as systemLookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../../platform/clock.ts';
import { addressIn, type Reach } from './public-address.ts';

/** What came of an attempt. */
export interface Attempt {
  readonly isDelivered: boolean;
  /**
   * The HTTP status, or a word: `not_public` the address is refused; `unknown_host` its name has none; `no_connection`;
   * `no_answer` in time; `stopped` by this process's end.
   */
  readonly result: string;
  /** What the receiver's `Retry-After` asks for. */
  readonly retryAfterMs?: number;
}

/** Finds all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

export interface SendDeps {
  readonly reach: Reach;
  readonly resolve?: Resolve;
  readonly clock: Clock;
  /** From the beginning of an attempt to the end of its answer. */
  readonly timeoutMs?: number;
}

/** Receivers answer first and work later. */
export const TIMEOUT_MS = 10_000;
/** Of an answer; the rest is not read. */
const ANSWER_MAX_BYTES = 16 * 1024;

/** By the system. */
export const resolveBySystem: Resolve = async (name) =>
  (await systemLookup(name, { all: true })).map(({ address }) => address);

/**
 * Asks once for a name that several attempts ask for at the same time: one whose servers are silent would otherwise
 * hold every thread that resolves names, and hashes passwords. What was answered is never kept.
 */
export function askedOnce(resolve: Resolve): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const asked = underWay.get(name) ?? resolve(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
}

const failed = (result: string): Attempt => ({ isDelivered: false, result });

/**
 * Posts a message once. The name is resolved once: the addresses that were checked are those that are connected to, and
 * one that may not be reached refuses them all. Redirects are not followed, and only the status of an answer counts.
 * Never rejects.
 */
export async function send(
  { url: written, headers, body, signal }: Sending,
  { reach, resolve = resolveBySystem, clock, timeoutMs = TIMEOUT_MS }: SendDeps,
): Promise<Attempt> {
  const url = new URL(written);
  const ending = new AbortController();
  const timer = clock.after(timeoutMs, () => ending.abort('no_answer'));
  const stop = (): void => ending.abort('stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const found = await orEnded(addressesOf(url, resolve), ending.signal);
    if (typeof found === 'string') return failed(found);
    const isOpen = found.every((each) => reach.mayConnect(each));
    // Without TLS only where the operator of the machine says so.
    if (!isOpen || (url.protocol === 'http:' && !found.every((each) => reach.isAllowed(each))))
      return failed('not_public');
    return await post(url, { headers, body, addresses: found, signal: ending.signal, nowMs: () => clock.nowMs() });
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', stop);
  }
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly string[] | 'unknown_host'> {
  const literal = addressIn(url);
  if (literal !== undefined) return [literal];
  const found = await resolve(url.hostname).catch(() => []);
  return found.length === 0 ? 'unknown_host' : found;
}

/** What `work` gives, or why it was ended before. */
const orEnded = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T | string> => {
  if (signal.aborted) return String(signal.reason);
  let ended: (() => void) | undefined;
  const end = new Promise<string>((done) => {
    ended = () => done(String(signal.reason));
    signal.addEventListener('abort', ended, { once: true });
  });
  return Promise.race([work, end]).finally(() => ended && signal.removeEventListener('abort', ended));
};

interface Posting extends Omit<Sending, 'url'> {
  readonly addresses: readonly string[];
  readonly nowMs: () => number;
}

function post(url: URL, { headers, body, addresses, signal, nowMs }: Posting): Promise<Attempt> {
  const options: RequestOptions = {
    method: 'POST',
    // A connection of its own, to what was checked just now.
    agent: false,
    lookup: pinnedTo(addresses),
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Plimsoll-Webhooks',
    },
  };
  return new Promise((settle) => {
    let answered: Attempt | undefined;
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    const end = (): void => {
      settle(answered ?? failed(String(signal.reason)));
      sent.destroy();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    sent.on('error', () => settle(answered ?? failed('no_connection')));
    sent.on('response', (response) => {
      answered = attemptOf(response, nowMs());
      const done = (): void => settle(answered ?? failed('no_connection'));
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > ANSWER_MAX_BYTES) response.destroy();
      });
      response.on('error', done);
      response.on('close', done);
    });
    sent.on('close', () => signal.removeEventListener('abort', end));
    sent.end(body);
  });
}

/** Resolves every name to the addresses that were checked. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, found) => {
    const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = pinned;
    if (all) found(null, pinned);
    else found(null, first?.address ?? '', first?.family ?? 4);
  };

function attemptOf({ statusCode = 0, headers }: IncomingMessage, nowMs: number): Attempt {
  const isDelivered = statusCode >= 200 && statusCode < 300;
  const asked = headers['retry-after'];
  const seconds = asked !== undefined && /^\d{1,6}$/.test(asked) ? Number(asked) : undefined;
  const untilMs = asked === undefined ? Number.NaN : Date.parse(asked);
  const retryAfterMs = seconds === undefined ? Math.max(0, untilMs - nowMs) : seconds * 1000;
  return {
    isDelivered,
    result: String(statusCode),
    ...(isDelivered || Number.isNaN(retryAfterMs) ? {} : { retryAfterMs }),
  };
}
