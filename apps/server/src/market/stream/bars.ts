import { RESOLUTIONS, type Resolution, type StreamError, type StreamTick } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { MarketData } from '../types.ts';
import type { Client } from './client.ts';
import { gzipFrame, textFrame } from './frame.ts';
import { nameOf, parseKey, parseRequest, type StreamKey } from './keys.ts';
import type { Protocol } from './socket-face.ts';
import { Topic } from './topic.ts';

const PING = textFrame('ping');

interface BarOptions {
  readonly data: MarketData;
  readonly clock: Clock;
}

/** `/stream`: live bars (wire, Stream). */
export class BarProtocol implements Protocol {
  readonly pingMs = 15_000;
  readonly #data: MarketData;
  readonly #clock: Clock;
  readonly #topics = new Map<string, Topic>();
  readonly #stopListening: () => void;

  constructor({ data, clock }: BarOptions) {
    this.#data = data;
    this.#clock = clock;
    this.#stopListening = data.onTick(({ marketId }) => {
      const symbol = data.byId(marketId)?.symbol;
      if (symbol === undefined) return;
      for (const resolution of Object.keys(RESOLUTIONS) as Resolution[]) this.#topics.get(nameOf({ symbol, resolution }))?.publish();
    });
  }

  ping() {
    return PING;
  }

  /** Nothing is told any more. */
  stop(): void {
    this.#stopListening();
  }

  hear(client: Client, text: string | undefined): void {
    const request = text === undefined ? { kind: 'unreadable' } as const : parseRequest(text);
    if (request.kind === 'pong') client.owed = 0;
    else if (request.kind === 'unreadable') refuse(client, 'unreadable_message', null);
    else {
      const key = parseKey(request.key);
      const isDone = key && (request.kind === 'unsub' ? this.#unsub(client, key) : this.#sub(client, key, request.key));
      if (!isDone) refuse(client, 'unknown_key', request.key);
    }
  }

  /** False when there is no such market. */
  #sub(client: Client, key: StreamKey, asked: string): boolean {
    if (!this.#data.bySymbol(key.symbol)) return false;
    const name = nameOf(key);
    const topic = this.#topics.get(name) ?? new Topic({ clock: this.#clock, news: () => barOf(this.#data, key) });
    this.#topics.set(name, topic);
    if (!client.follow(name, topic)) refuse(client, 'too_many_subscriptions', asked);
    else {
      const greeting = topic.greeting();
      if (greeting) client.send(greeting);
    }
    return true;
  }

  #unsub(client: Client, key: StreamKey): boolean {
    return client.unfollow(nameOf(key)) || this.#data.bySymbol(key.symbol) !== undefined;
  }
}

/** The bar of now; undefined before the market's first tick. */
function barOf(data: MarketData, { symbol, resolution }: StreamKey): StreamTick | undefined {
  const market = data.bySymbol(symbol);
  const [bar] = market ? data.candles(market.id, RESOLUTIONS[resolution], 1) : [];
  if (!market || !bar) return undefined;
  const { id, open, high, low, close, vol } = bar;
  return { symbol, resolution, tick: { id, open, high, low, close, vol }, ts: data.lastTick(market.id)?.sourceTimeMs ?? id * 1000 };
}

const refuse = (client: Client, error: string, sub: string | null): void => {
  client.send(gzipFrame({ error, sub } satisfies StreamError));
};
