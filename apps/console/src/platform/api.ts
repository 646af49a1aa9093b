import { currentToken } from './kept.ts';
import { lost, reasonOf, refusal } from './problem.ts';
import { heardServerTime } from './server-time.ts';

/** Below which every call of the console lies. */
const BASE = '/operator/api';
/** Longest wait for an answer. */
const TIMEOUT_MS = 15_000;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** What a call is given. Undefined values and empty ones of a query are left out. */
export interface AskOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Sent as the multipart form's part `file`. */
  readonly file?: File;
  readonly signal?: AbortSignal | undefined;
}

/** An answer that is no refusal. */
export interface Answer<T> {
  /** 202 says that a second operator is needed still. */
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
/** What shows the question for a code; one at a time. Gives the way to stop. */
export function onFactorAsked(show: () => void): () => void {
  askFactor = show;
  return () => {
    askFactor = undefined;
  };
}
/** A code was taken, or none was given: what waits for it goes on, or ends. */
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
 * Calls the server: `ask('POST', '/recharges/5/approve', { body: { remark } })`. Where a decision needs a fresh code,
 * the operator is asked for one, and the call goes out again. Rejects with an `HttpError` that carries the server's
 * words and reason, or with status 0 when no answer came.
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
  heardServerTime(response.headers.get('Date'));
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks its answers against the contract, and the browser carries no schemas
  return { status: response.status, data: data as T };
}
