import { currentToken } from './storage.ts';
import { lost, reasonOf, refusal } from './problem.ts';
import { readServerTime } from './server-time.ts';

const BASE = '/operator/api';
const TIMEOUT_MS = 15_000;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** Parts of a request. Undefined values and empty query values are left out. */
export interface AskOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Sent as the multipart part `file`. */
  readonly file?: File;
  readonly signal?: AbortSignal | undefined;
}

/** A successful answer. */
export interface Answer<T> {
  /** 202: a second operator is needed. */
  readonly status: number;
  readonly data: T;
}

function addressOf(path: string, query: AskOptions['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${BASE}${path}${search.size > 0 ? `?${search}` : ''}`;
}

function bodyOf({ body, file }: AskOptions, headers: Headers): BodyInit | undefined {
  if (file) {
    const form = new FormData();
    form.set('file', file);
    return form;
  }
  if (body === undefined) return undefined;
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}

let askFactor: (() => void) | undefined;
let answers: ((isShown: boolean) => void)[] = [];
/** Registers the dialog that asks for a factor; one at a time. Returns how to unregister it. */
export function onFactorAsked(show: () => void): () => void {
  askFactor = show;
  return () => {
    askFactor = undefined;
  };
}
/** Resumes the waiting calls, or ends them. */
export function answerFactor(isShown: boolean): void {
  for (const answer of answers.splice(0)) answer(isShown);
}
const factorShown = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (!askFactor) return resolve(false);
    answers = [...answers, resolve];
    askFactor();
  });

/**
 * Calls the server: `ask('POST', '/recharges/5/approve', { body: { remark } })`. Asks for a fresh factor where the
 * server wants one, and repeats the call. Rejects with an `HttpError` with the server's words and reason; status 0
 * without an answer.
 */
export async function ask<T = unknown>(method: Method, path: string, options: AskOptions = {}): Promise<Answer<T>> {
  try {
    return await askOnce<T>(method, path, options);
  } catch (error) {
    if (reasonOf(error) === 'factor_needed' && (await factorShown())) return askOnce<T>(method, path, options);
    throw error;
  }
}

async function askOnce<T>(method: Method, path: string, options: AskOptions): Promise<Answer<T>> {
  const headers = new Headers({ Lang: document.documentElement.dataset['lang'] ?? 'en' });
  const token = currentToken();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const body = bodyOf(options, headers);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  const response = await fetch(addressOf(path, options.query), {
    method,
    headers,
    signal,
    cache: 'no-store',
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : lost();
  });
  readServerTime(response.headers.get('Date'));
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks its answers against the contract, and the browser carries no schemas
  return { status: response.status, data: data as T };
}
