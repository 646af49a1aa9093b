import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { balancesOf } from '../../../ledger/index.ts';
import {
  textFrame,
  type MarketData,
  type SocketClient,
  type SocketFrame,
  type SocketProtocol,
} from '../../../market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { NewsEntry, NewsSocket } from '../../../platform/news/index.ts';
import { TokenBucket } from '../../../platform/throttle.ts';
import type { Admission, Unfit } from '../admit.ts';
import { KEY_TURNS_PER_SECOND, spellings } from '../admit.ts';
import type { KnownKey } from '../known-keys.ts';
import { isSignedBy, timestampMs } from '../signature.ts';
import { Following } from './following.ts';
import type { BalanceNews, OrderNews } from './private-news.ts';
import { parsePrivateTopic } from './topics.ts';

/**
 * HTX's codes of a refused request on the stream. A program takes 2002 for its login alone: one that subscribed would
 * wait for ever.
 */
const REFUSED = { form: 2001, channel: 2001, symbol: 2001, login: 2002, tooMany: 2021, frequency: 429 } as const;
const PATH = '/ws/v2';
const MAX_FOLLOWED = 100;
const SIGNATURE_VERSION = '2.1';

interface ProtocolDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly market: MarketData;
  readonly admission: Admission;
  /** News of keys' members; {@link tickets} are what it logs in by. */
  readonly news: NewsEntry;
  readonly tickets: Map<string, KnownKey>;
  readonly addressOf: (request: IncomingMessage) => string;
}

interface Handshake {
  readonly address: string;
  readonly host: string;
  readonly agent: string | undefined;
}

/** A connection of a program. */
interface Link {
  readonly client: SocketClient;
  readonly handshake: Handshake;
  key: KnownKey | undefined;
  /** By which the key enters the news; used up there. */
  ticket: string | undefined;
  isBusy: boolean;
  /** Whether balances are being read for it, and the channels that wait for the next reading. */
  isGreeting: boolean;
  readonly toGreet: Set<string>;
  readonly following: Following;
  readonly socket: NewsSocket;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

function parse(text: string): Fields | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? fieldsOf(read) : undefined;
  } catch {
    return undefined;
  }
}

const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** HTX's private stream, version 2, in plain JSON (docs/API.md). */
export class PrivateProtocol implements SocketProtocol {
  readonly pingMs = 20_000;
  readonly #deps: ProtocolDeps;
  readonly #links = new Map<SocketClient, Link>();
  readonly #handshakes = new WeakMap<object, Handshake>();
  /** Subscriptions to balances of each key. */
  readonly #greetings: TokenBucket;

  constructor(deps: ProtocolDeps) {
    this.#deps = deps;
    this.#greetings = new TokenBucket(deps.clock, KEY_TURNS_PER_SECOND);
  }

  ping(): SocketFrame {
    return textFrame({ action: 'ping', data: { ts: this.#deps.clock.nowMs() } });
  }

  from(request: IncomingMessage) {
    const from = this.#deps.news.from(request);
    this.#handshakes.set(from, {
      address: this.#deps.addressOf(request),
      host: request.headers.host ?? '',
      agent: request.headers['user-agent'],
    });
    return from;
  }

  left(client: SocketClient): void {
    const link = this.#links.get(client);
    this.#links.delete(client);
    if (!link) return;
    this.#forgetTicket(link);
    this.#deps.news.left(link.socket);
  }

  receive(client: SocketClient, text: string | undefined): void {
    const link = this.#linkOf(client);
    const message = text === undefined ? undefined : parse(text);
    if (!message) return this.#refuse(link, {}, REFUSED.form, 'invalid message');
    const action = textIn(message, 'action');
    if (action === 'pong') client.unansweredPings = 0;
    else if (action === 'ping') client.send(textFrame({ action: 'pong', data: fieldsOf(message['data']) }));
    else if (action === 'req' && message['ch'] === 'auth') this.#login(link, message);
    else if (action === 'sub') this.#sub(link, message);
    else if (action === 'unsub') this.#unsub(link, message);
    else this.#refuse(link, message, REFUSED.form, 'invalid action');
  }

  #linkOf(client: SocketClient): Link {
    const known = this.#links.get(client);
    if (known) return known;
    const handshake = (client.from && this.#handshakes.get(client.from)) ?? { address: '', host: '', agent: undefined };
    const following = new Following(this.#deps.clock, (message) => client.send(textFrame(message)));
    const link: Link = {
      client,
      handshake,
      key: undefined,
      ticket: undefined,
      isBusy: false,
      isGreeting: false,
      toGreet: new Set(),
      following,
      socket: { report: (message) => this.#report(link, fieldsOf(message)) },
    };
    this.#links.set(client, link);
    return link;
  }

  /** Logs in; where that cannot be known now, as the database is away, the program is to come again. */
  #login(link: Link, message: Fields): void {
    this.#authenticate(link, message).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'login of a program failed');
      this.#end(link);
    });
  }

  #forgetTicket({ ticket }: Link): void {
    if (ticket !== undefined) this.#deps.tickets.delete(ticket);
  }

  #end(link: Link): void {
    this.#forgetTicket(link);
    link.key = undefined;
    link.following.end();
    link.client.end();
  }

  /** Checks the signature, and answers once every later change will be reported. */
  async #authenticate(link: Link, message: Fields): Promise<void> {
    if (link.isBusy || link.key) return this.#refuse(link, message, REFUSED.form, 'auth was asked before');
    link.isBusy = true;
    try {
      const key = await this.#prove(link.handshake, fieldsOf(message['params']));
      if (typeof key === 'string') {
        const [code, words] =
          key === 'frequency' ? [REFUSED.frequency, 'too many requests'] : [REFUSED.login, 'auth.fail'];
        this.#refuse(link, message, code, words);
        return;
      }
      link.key = key;
      const { from } = link.client;
      // The connection may have closed meanwhile.
      if (!from || this.#links.get(link.client) !== link) return;
      link.ticket = randomUUID();
      this.#deps.tickets.set(link.ticket, key);
      this.#deps.news.login(link.socket, { login: link.ticket }, from);
    } finally {
      link.isBusy = false;
    }
  }

  async #prove({ address, host, agent }: Handshake, params: Fields): Promise<KnownKey | Unfit> {
    const [access, stamp, signature] = ['accessKey', 'timestamp', 'signature'].map((name) => textIn(params, name));
    const method = textIn(params, 'signatureMethod');
    const atMs = timestampMs(stamp ?? '');
    if (!access || !signature || atMs === undefined) return 'signature';
    if (textIn(params, 'signatureVersion') !== SIGNATURE_VERSION || textIn(params, 'authType') !== 'api')
      return 'signature';
    const query = `accessKey=${access}&signatureMethod=${method}&signatureVersion=2.1&timestamp=${encodeURIComponent(stamp ?? '')}`;
    // Programs sign the whole address where it is not their usual host's.
    const paths = spellings(PATH).flatMap((path) => [path, `ws://${host}${path}`, `wss://${host}${path}`]);
    const hosts = this.#deps.admission.hosts(host);
    const payloads = hosts.flatMap((each) => paths.map((path) => `GET\n${each}\n${path}\n${query}`));
    return this.#deps.admission.prove(
      access,
      { address, agent },
      {
        timestampMs: atMs,
        signature,
        isSignedBy: ({ signing }) =>
          method === (signing.kind === 'hmac' ? 'HmacSHA256' : 'Ed25519') &&
          payloads.some((payload) => isSignedBy(signing, payload, signature)),
      },
    );
  }

  /** What the news says to a link. */
  #report(link: Link, message: Fields): void {
    if (message['login'] === 'ok') {
      link.following.begin();
      link.client.send(textFrame({ action: 'req', code: 200, ch: 'auth', data: {} }));
    } else if (message['event'] === 'order') {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the source of these news
      const news = message as unknown as OrderNews;
      if (link.key?.isOn(news.order.market_id)) link.following.order(news);
    } else if (message['event'] === 'balance') {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the source of these news
      if (link.key) link.following.balance(link.key.memberId, message as unknown as BalanceNews);
    } else {
      // The key ended, or a change may have been missed: the program logs in again.
      this.#end(link);
    }
  }

  #sub(link: Link, message: Fields): void {
    const name = textIn(message, 'ch');
    const topic = parsePrivateTopic(name);
    const { key, following } = link;
    if (!key || !following.hasBegun) return this.#refuse(link, message, REFUSED.login, 'not logged in');
    if (!topic) return this.#refuse(link, message, REFUSED.channel, 'invalid.ch');
    if (topic.about !== 'balance' && topic.symbol !== '*') {
      const market = this.#deps.market.bySymbol(topic.symbol);
      if (!market) return this.#refuse(link, message, REFUSED.symbol, 'invalid.symbol');
      if (!key.isOn(market.id)) return this.#refuse(link, message, REFUSED.symbol, 'API key has no permission');
    }
    const isNew = !following.follows(name);
    if (isNew && following.size >= MAX_FOLLOWED)
      return this.#refuse(link, message, REFUSED.tooMany, 'too many subscriptions');
    const isGreeted = isNew && topic.about === 'balance';
    if (isGreeted && this.#greetings.take(key.id) > 0)
      return this.#refuse(link, message, REFUSED.frequency, 'too many requests');
    following.follow(name, topic);
    link.client.send(textFrame({ action: 'sub', code: 200, ch: name, data: {} }));
    if (!isGreeted) return;
    link.toGreet.add(name);
    if (!link.isGreeting) void this.#greet(link, key);
  }

  /** Every balance as it is, behind subscriptions: one reading at a time, for all that wait for it. */
  async #greet(link: Link, { memberId }: KnownKey): Promise<void> {
    link.isGreeting = true;
    while (link.toGreet.size > 0 && this.#links.get(link.client) === link) {
      const names = [...link.toGreet];
      link.toGreet.clear();
      try {
        const held = (await balancesOf(this.#deps.db, memberId)).filter(({ type }) => type === ACCOUNT_TYPE.funds);
        for (const { coinId, available, frozen } of held) {
          const coin = this.#deps.market.coin(coinId);
          if (!coin) continue;
          for (const name of names)
            link.following.greet(memberId, name, { currency: coin.title.toLowerCase(), available, frozen });
        }
      } catch {
        // The next change of each is pushed.
      }
    }
    link.isGreeting = false;
  }

  #unsub(link: Link, message: Fields): void {
    const name = textIn(message, 'ch');
    if (!link.following.unfollow(name)) return this.#refuse(link, message, REFUSED.channel, 'invalid.ch');
    link.client.send(textFrame({ action: 'unsub', code: 200, ch: name, data: {} }));
  }

  #refuse({ client }: Link, { action, ch }: Fields, code: number, message: string): void {
    client.send(
      textFrame({
        ...(typeof action === 'string' ? { action } : {}),
        code,
        ...(typeof ch === 'string' ? { ch } : {}),
        message,
      }),
    );
  }
}
