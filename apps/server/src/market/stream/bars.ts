import {
  RESOLUTIONS,
  type NewsEnded,
  type NewsLogin,
  type Resolution,
  type StreamError,
  type StreamMark,
  type StreamTick,
} from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import type { NewsEntry, NewsFrom } from '../../platform/news/index.ts';
import type { LiveData } from '../live-data.ts';
import type { MarketData } from '../types.ts';
import type { Client } from './client.ts';
import { gzipFrame, storedFrame } from './frame.ts';
import { isResolution, nameOf, parseKey, parseRequest, type StreamKey } from './keys.ts';
import type { Protocol } from './socket-server.ts';
import { Topic } from './topic.ts';

const PING = gzipFrame('ping');

type MarkedData = MarketData & Pick<LiveData, 'lastMark'>;

interface BarOptions {
  readonly data: MarkedData;
  readonly clock: Clock;
  /** Without, nobody can log in. */
  readonly news?: NewsEntry | undefined;
}

/** `/stream`: live bars (docs/wire/stream.md), marks, and members' news. */
export class BarProtocol implements Protocol {
  readonly pingMs = 15_000;
  readonly #data: MarkedData;
  readonly #clock: Clock;
  readonly #news: NewsEntry | undefined;
  readonly #topics = new Map<string, Topic>();
  readonly #stopListening: readonly (() => void)[];

  constructor({ data, clock, news }: BarOptions) {
    this.#data = data;
    this.#clock = clock;
    this.#news = news;
    const publish = (marketId: string, resolutions: readonly StreamKey['resolution'][]) => {
      const symbol = data.byId(marketId)?.symbol;
      if (symbol === undefined) return;
      for (const resolution of resolutions) this.#topics.get(nameOf({ symbol, resolution }))?.publish();
    };
    const lengths = Object.keys(RESOLUTIONS).filter(isResolution);
    this.#stopListening = [
      data.onTick(({ marketId }) => publish(marketId, lengths)),
      data.onMark(({ marketId }) => publish(marketId, ['mark'])),
    ];
  }

  ping() {
    return PING;
  }

  stop(): void {
    for (const stop of this.#stopListening) stop();
  }

  from(request: IncomingMessage): NewsFrom | undefined {
    return this.#news?.from(request);
  }

  left(client: Client): void {
    this.#news?.left(client);
  }

  receive(client: Client, text: string | undefined): void {
    const request = text === undefined ? ({ kind: 'unreadable' } as const) : parseRequest(text);
    if (request.kind === 'pong') client.unansweredPings = 0;
    else if (request.kind === 'login') this.#login(client, request.asked);
    else if (request.kind === 'unreadable') refuse(client, 'unreadable_message', null);
    else {
      const key = parseKey(request.key);
      const isDone = key && (request.kind === 'unsub' ? this.#unsub(client, key) : this.#sub(client, key, request.key));
      if (!isDone) refuse(client, 'unknown_key', request.key);
    }
  }

  #login(client: Client, asked: NewsLogin): void {
    if (this.#news && client.from) this.#news.login(client, asked, client.from);
    else client.report({ error: 'unavailable' } satisfies NewsEnded);
  }

  #sub(client: Client, key: StreamKey, asked: string): boolean {
    if (!this.#data.bySymbol(key.symbol)) return false;
    const name = nameOf(key);
    const topic = this.#topics.get(name) ?? new Topic({ clock: this.#clock, news: () => this.#latest(key) });
    this.#topics.set(name, topic);
    if (!client.follow(name, topic)) refuse(client, 'too_many_subscriptions', asked);
    else {
      const greeting = topic.greeting();
      if (greeting) client.send(greeting);
    }
    return true;
  }

  #latest({ symbol, resolution }: StreamKey): StreamTick | StreamMark | undefined {
    return resolution === 'mark'
      ? markOf(this.#data, symbol, this.#clock.nowMs())
      : barOf(this.#data, symbol, resolution);
  }

  #unsub(client: Client, key: StreamKey): boolean {
    return client.unfollow(nameOf(key)) || this.#data.bySymbol(key.symbol) !== undefined;
  }
}

/** The last mark and its age; undefined before a market's first. */
function markOf(data: MarkedData, symbol: string, nowMs: number): StreamMark | undefined {
  const market = data.bySymbol(symbol);
  const mark = market && data.lastMark(market.id);
  if (!mark) return undefined;
  const { seq, price, sources, timeMs } = mark;
  return {
    symbol,
    mark: { seq, price: format(price), sources: sources.length },
    ts: timeMs,
    age: Math.max(0, nowMs - timeMs),
  };
}

function barOf(data: MarketData, symbol: string, resolution: Resolution): StreamTick | undefined {
  const market = data.bySymbol(symbol);
  const [bar] = market ? data.candles(market.id, RESOLUTIONS[resolution], 1) : [];
  if (!market || !bar) return undefined;
  const { id, open, high, low, close, vol } = bar;
  return {
    symbol,
    resolution,
    tick: { id, open, high, low, close, vol },
    ts: data.lastTick(market.id)?.sourceTimeMs ?? id * 1000,
  };
}

const refuse = (client: Client, error: string, sub: string | null): void => {
  client.answer(storedFrame({ error, sub } satisfies StreamError));
};
