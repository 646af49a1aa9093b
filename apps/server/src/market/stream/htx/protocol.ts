import type { Clock } from '../../../platform/clock.ts';
import { TokenBucket } from '../../../platform/throttle.ts';
import type { LiveData } from '../../live-data.ts';
import type { RecentTrades } from '../../recent-trades.ts';
import type { Market } from '../../types.ts';
import { MAX_SUBSCRIPTIONS, type Client } from '../client.ts';
import { gzipFrame, storedFrame, type Frame } from '../frame.ts';
import type { Protocol } from '../socket-server.ts';
import { Topic } from '../topic.ts';
import { BookChanges } from './book-changes.ts';
import { dataOf, greetingOf, tickOf, type Sources } from './contents.ts';
import { parseHtxRequest, type HtxRequest, type RequestId } from './requests.ts';
import { parseTopic, type HtxTopic } from './topic-name.ts';

/** Maximum requests (`req`) a second of one client; an answer may have 300 bars. */
const MAX_REQUESTS = 50;
/** The same of the sockets of one network together. */
const MAX_REQUESTS_OF_ONE = 500;

interface HtxOptions {
  readonly data: LiveData;
  readonly trades: RecentTrades;
  readonly clock: Clock;
}

interface Affected {
  readonly byTick: Topic[];
  readonly byBook: Topic[];
}

const BY_TICK: ReadonlySet<HtxTopic['about']> = new Set(['kline', 'detail', 'trade', 'ticker']);
const BY_BOOK: ReadonlySet<HtxTopic['about']> = new Set(['depth', 'bbo', 'mbp', 'refresh', 'ticker']);

type Subscription = Extract<HtxRequest, { readonly kind: 'sub' | 'unsub' }>;
type Question = Extract<HtxRequest, { readonly kind: 'req' }>;

/** HTX's protocol (docs/wire/stream.md): every topic on `/huobiapi/ws` and `/huobiapi/feed`. */
export class HtxProtocol implements Protocol {
  readonly pingMs = 5_000;
  readonly #clock: Clock;
  readonly #sources: Sources;
  readonly #topics = new Map<string, Topic>();
  readonly #affected = new Map<string, Affected>();
  readonly #requests: TokenBucket;
  readonly #requestsOfOne: TokenBucket;
  readonly #stopListening: readonly (() => void)[];

  constructor({ data, trades, clock }: HtxOptions) {
    this.#clock = clock;
    const books = new BookChanges();
    this.#sources = { data, trades, books };
    this.#requests = new TokenBucket(clock, MAX_REQUESTS);
    this.#requestsOfOne = new TokenBucket(clock, MAX_REQUESTS_OF_ONE);
    for (const { id } of data.list()) {
      const book = data.book(id);
      if (book) books.take(book);
    }
    this.#stopListening = [
      data.onTick(({ marketId }) => {
        for (const topic of this.#affected.get(marketId)?.byTick ?? []) topic.publish();
      }),
      data.onBook((book) => {
        books.take(book);
        for (const topic of this.#affected.get(book.marketId)?.byBook ?? []) topic.publish();
      }),
    ];
  }

  ping(): Frame {
    return gzipFrame({ ping: this.#clock.nowMs() });
  }

  stop(): void {
    for (const stop of this.#stopListening) stop();
  }

  left(client: Client): void {
    this.#requests.forget(client.name);
  }

  receive(client: Client, text: string | undefined): void {
    const request = text === undefined ? ({ kind: 'unreadable', id: undefined } as const) : parseHtxRequest(text);
    if (request.kind === 'pong') client.unansweredPings = 0;
    else if (request.kind === 'ping') client.answer(storedFrame({ pong: request.at }));
    else if (request.kind === 'unreadable') this.#refuse(client, request.id, 'invalid message');
    else if (request.kind === 'unsub') this.#unsub(client, request);
    else {
      const topic = parseTopic(request.topic);
      const market = topic && this.#sources.data.bySymbol(topic.symbol);
      if (!topic) this.#refuse(client, request.id, `invalid topic ${request.topic}`);
      else if (!market) this.#refuse(client, request.id, `invalid symbol ${topic.symbol}`);
      else if (request.kind === 'req') this.#answer(client, request, market, topic);
      else this.#sub(client, request, market, topic);
    }
  }

  #sub(client: Client, { topic: name, id }: Subscription, market: Market, about: HtxTopic): void {
    const topic = this.#topics.get(name) ?? this.#newTopic(name, market, about);
    if (!client.follow(name, topic)) {
      this.#refuse(client, id, `too many subscriptions, at most ${MAX_SUBSCRIPTIONS}`);
      return;
    }
    this.#accept(client, { id, subbed: name });
    // To one who follows already too: ccxt asks so for a book that it lost its place in.
    const greeting = topic.greeting();
    if (greeting) client.send(greeting);
  }

  #unsub(client: Client, { topic: name, id }: Subscription): void {
    if (client.unfollow(name)) this.#accept(client, { id, unsubbed: name });
    else this.#refuse(client, id, `unsub with not subbed topic ${name}`);
  }

  #answer(client: Client, request: Question, market: Market, topic: HtxTopic): void {
    const { id, topic: name, from, to } = request;
    if (this.#requests.take(client.name) > 0) {
      this.#refuse(client, id, `too many requests, at most ${MAX_REQUESTS} a second`);
      return;
    }
    if (client.network !== undefined && this.#requestsOfOne.take(client.network) > 0) {
      this.#refuse(client, id, `too many requests from your network, at most ${MAX_REQUESTS_OF_ONE} a second`);
      return;
    }
    if (client.hasEnough) {
      this.#refuse(client, id, 'too many requests, read the answers first');
      return;
    }
    if (!isMoment(from) || !isMoment(to) || (from !== undefined && to !== undefined && from > to)) {
      this.#refuse(client, id, 'invalid from or to');
      return;
    }
    const data = dataOf(this.#sources, market, topic, { fromS: from, toS: to });
    if (data) this.#accept(client, { id, rep: name, data }, gzipFrame);
    else this.#refuse(client, id, `invalid topic ${name}`);
  }

  /** Kept for ever: the number of names that {@link parseTopic} accepts is bounded. */
  #newTopic(name: string, market: Market, about: HtxTopic): Topic {
    const pushed = (tickFrom: typeof tickOf) => () => {
      // From the current catalogue; disabled markets publish nothing.
      const shown = this.#sources.data.byId(market.id);
      const tick = shown && tickFrom(this.#sources, shown, about);
      return tick && { ch: name, ts: this.#clock.nowMs(), tick };
    };
    const isPiecemeal = about.about === 'mbp' || about.about === 'trade';
    const topic = new Topic({
      clock: this.#clock,
      news: pushed(tickOf),
      ...(isPiecemeal ? { greeting: pushed(greetingOf), sendsEvery: true } : {}),
    });
    this.#topics.set(name, topic);
    const affected = this.#affected.get(market.id) ?? { byTick: [], byBook: [] };
    this.#affected.set(market.id, affected);
    if (BY_TICK.has(about.about)) affected.byTick.push(topic);
    if (BY_BOOK.has(about.about)) affected.byBook.push(topic);
    return topic;
  }

  #accept(
    client: Client,
    answer: { readonly id: RequestId } & Readonly<Record<string, unknown>>,
    frame: (message: object) => Frame = storedFrame,
  ): void {
    const { id, ...rest } = answer;
    client.answer(frame({ ...(id === undefined ? {} : { id }), status: 'ok', ...rest, ts: this.#clock.nowMs() }));
  }

  #refuse(client: Client, id: RequestId, words: string): void {
    client.answer(
      storedFrame({
        ...(id === undefined ? {} : { id }),
        status: 'error',
        'err-code': 'bad-request',
        'err-msg': words,
        ts: this.#clock.nowMs(),
      }),
    );
  }
}

/** Seconds since the epoch, or not given. */
const isMoment = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
