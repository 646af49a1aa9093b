import type { Answers, CallName, Takes } from '@plimsoll/client';
import { Lost, Refused } from '@plimsoll/client';
import type { Config } from './config.ts';
import { exactJson, isObject } from './exact-json.ts';
import { signedQuery } from './signing.ts';

/** Pauses before a call that got no answer is sent again. */
const PAUSES_MS = [500, 2_000];
const TIMEOUT_MS = 15_000;

interface How {
  /** Of a call that moves money: it is sent again with it where no answer came, and moves nothing twice. */
  readonly idempotencyKey?: string;
}

interface Deps {
  readonly nowMs: () => number;
  readonly fetch: typeof globalThis.fetch;
  readonly pause: (ms: number) => Promise<void>;
}

/** Calls of the exchange by a member's key. Amounts stay text. Rejects with `Refused`, or with `Lost` without an answer. */
export class Exchange {
  readonly #config: Config;
  readonly #deps: Deps;
  /** How far the exchange's clock goes ahead of this machine's. */
  #aheadMs = 0;

  constructor(config: Config, deps: Deps) {
    this.#config = config;
    this.#deps = deps;
  }

  /** The exchange's time, as far as it is known here. */
  nowMs(): number {
    return this.#deps.nowMs() + this.#aheadMs;
  }

  /** Makes a signed call. */
  async call<Name extends CallName>(name: Name, fields: Takes<Name>, how: How = {}): Promise<Answers<Name>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the exchange answers by its own contract
    return (await this.send(name, { ...fields }, how)) as Answers<Name>;
  }

  /** The same without types. */
  async send(name: string, fields: Readonly<Record<string, unknown>>, how: How = {}): Promise<unknown> {
    const path = `/api/${name}`;
    const body = JSON.stringify(fields);
    const once = async (): Promise<unknown> => {
      const atMs = this.nowMs();
      const query = signedQuery(this.#config, { path, body, atMs, idempotencyKey: how.idempotencyKey });
      return dataOf(await this.#fetch(`${path}?${query}`, body));
    };
    const timed = (): Promise<unknown> =>
      once().catch((error: unknown) => {
        const now = timeIn(error);
        if (now === undefined) throw error;
        this.#aheadMs = now - this.#deps.nowMs();
        return once();
      });
    for (const pauseMs of how.idempotencyKey === undefined ? [] : PAUSES_MS) {
      try {
        return await timed();
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        await this.#deps.pause(pauseMs);
      }
    }
    return timed();
  }

  /** Makes a call that needs no key. */
  async open<Name extends CallName>(name: Name, fields: Takes<Name>): Promise<Answers<Name>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the exchange answers by its own contract
    return dataOf(await this.#fetch(`/api/${name}`, JSON.stringify(fields))) as Answers<Name>;
  }

  /** Reads a path: what it has as JSON, numbers as the text they were written in. */
  async read(path: string): Promise<unknown> {
    return exactJson(await this.text(path));
  }

  /** Reads a path as text. */
  async text(path: string): Promise<string> {
    return (await this.#fetch(path)).text;
  }

  async #fetch(path: string, body?: string): Promise<{ readonly status: number; readonly text: string }> {
    const { fetch } = this.#deps;
    try {
      const response = await fetch(`${this.#config.url}${path}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The key signs for this address alone.
        redirect: 'error',
        ...(body === undefined
          ? {}
          : { method: 'POST', body, headers: { 'Content-Type': 'application/json', Lang: 'en' } }),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new Lost(`no answer came from ${this.#config.url}`, { cause: error });
    }
  }
}

/** The data of an envelope. Throws what it refuses. */
function dataOf({ status, text }: { readonly status: number; readonly text: string }): unknown {
  // It failed in the middle: the order may have been placed all the same.
  if (status >= 500) throw new Lost(`no answer came but ${status}`);
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch (error) {
    throw new Lost(`no readable answer came (${status})`, { cause: error });
  }
  if (!isObject(envelope)) throw new Lost('no readable answer came');
  const { code, msg, data, reason } = envelope;
  if (code === 1) return data;
  throw new Refused(String(msg), {
    // not money: a code
    code: Number(code),
    data,
    reason: typeof reason === 'string' ? reason : '',
    retryAfterSeconds: undefined,
  });
}

/** The exchange's time, where it refused a signature for its time. */
function timeIn(error: unknown): number | undefined {
  if (!(error instanceof Refused) || error.reason !== 'bad_signature' || !isObject(error.data)) return undefined;
  const { why, time } = error.data;
  return why === 'timestamp' && typeof time === 'string' ? Date.parse(time) : undefined;
}
