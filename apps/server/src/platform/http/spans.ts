import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log.ts';
import { annotationsOf } from './annotations.ts';
import type { Peers } from './peers.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestHandler } from './request.ts';

const SEND_EVERY_MS = 2000;
const SEND_WITHIN_MS = 5000;
/** Spans that wait; more are dropped, since no request waits for a collector. */
const MOST = 2048;
/** W3C Trace Context, version 00. */
const PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;
const OF_SERVER = 2;
const ERROR = 2;

export interface SpansDeps {
  /** Of the collector: `http://127.0.0.1:4318`, to which `/v1/traces` is added. */
  readonly endpoint: string;
  /** The part of requests that have a span where no proxy decided, from 0 to 1. */
  readonly part: number;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

interface Begun {
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
  readonly beganMs: number;
}

const nanos = (ms: number): string => `${Math.round(ms)}000000`;
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});

/**
 * A span for each request, sent to a collector of OpenTelemetry as OTLP in JSON over HTTP: which call, how it ended, and
 * the request's name, by which it is found in logs. A trusted proxy's `traceparent` is continued, and its decision kept.
 */
export class Spans {
  readonly #deps: SpansDeps;
  readonly #every: number;
  #count = 0;
  #waiting: object[] = [];
  #timer: Timer | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isAway = false;

  constructor(deps: SpansDeps) {
    this.#deps = deps;
    this.#every = deps.part > 0 ? Math.max(1, Math.round(1 / deps.part)) : Infinity;
  }

  /** A path is named as the table of routes names it: nothing that somebody sent is in a span. */
  watched(path: string, handler: RequestHandler, peers: Pick<Peers, 'isFromProxy'>): RequestHandler {
    return (request, response) => {
      const begun = this.#begin(request, peers);
      handler(request, response);
      if (!begun) return;
      if (response.writableEnded) this.#end(path, request, response, begun);
      else response.once('close', () => this.#end(path, request, response, begun));
    };
  }

  /** Sends what waits. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#send();
    await this.#sending;
  }

  #begin(request: IncomingMessage, peers: Pick<Peers, 'isFromProxy'>): Begun | undefined {
    const beganMs = this.#deps.clock.nowMs();
    const given = request.headers['traceparent'];
    const parent = typeof given === 'string' && peers.isFromProxy(request) ? PARENT.exec(given) : undefined;
    if (parent) {
      const [, traceId = '', parentSpanId = '', flags = ''] = parent;
      return (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED ? { traceId, parentSpanId, beganMs } : undefined;
    }
    this.#count += 1;
    if (this.#count % this.#every !== 0) return undefined;
    return { traceId: randomBytes(16).toString('hex'), parentSpanId: undefined, beganMs };
  }

  #end(path: string, request: IncomingMessage, response: ServerResponse, begun: Begun): void {
    if (this.#waiting.length >= MOST) return;
    const noted = annotationsOf(response);
    const status = response.writableEnded ? response.statusCode : undefined;
    const requestId = requestIdOf(response);
    this.#waiting.push({
      traceId: begun.traceId,
      spanId: randomBytes(8).toString('hex'),
      ...(begun.parentSpanId === undefined ? {} : { parentSpanId: begun.parentSpanId }),
      name: noted?.call ?? `${request.method ?? ''} ${path}`,
      kind: OF_SERVER,
      startTimeUnixNano: nanos(begun.beganMs),
      endTimeUnixNano: nanos(this.#deps.clock.nowMs()),
      attributes: [
        attribute('http.request.method', request.method ?? ''),
        attribute('http.route', path),
        ...(status === undefined ? [] : [attribute('http.response.status_code', status)]),
        ...(requestId === undefined ? [] : [attribute('plimsoll.request_id', requestId)]),
        ...(noted?.reason === undefined ? [] : [attribute('plimsoll.reason', noted.reason)]),
      ],
      ...(status !== undefined && status >= 500 ? { status: { code: ERROR } } : {}),
    });
    this.#timer ??= this.#deps.clock.after(SEND_EVERY_MS, () => this.#send());
  }

  #send(): void {
    this.#timer = undefined;
    const spans = this.#waiting;
    if (spans.length === 0) return;
    this.#waiting = [];
    const sent = this.#deliver(spans);
    this.#sending = Promise.all([this.#sending, sent]).then(() => {});
  }

  /** What a collector does not take is dropped; the first of a row of failures is logged. */
  async #deliver(spans: readonly object[]): Promise<void> {
    const body = JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [attribute('service.name', 'plimsoll'), attribute('process.pid', process.pid)] },
          scopeSpans: [{ scope: { name: 'plimsoll' }, spans }],
        },
      ],
    });
    try {
      const answer = await fetch(`${this.#deps.endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(SEND_WITHIN_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#deps.log.error({ err: error }, 'sending traces failed, they are dropped');
      this.#isAway = true;
    }
  }
}
