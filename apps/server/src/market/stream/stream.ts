import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RESOLUTIONS, type Resolution } from '@plimsoll/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { MarketData } from '../types.ts';
import { Channel, errorFrame, send } from './channel.ts';
import { parseKey, parseRequest } from './keys.ts';

const PING_MS = 15_000;
/** A client that has not answered this many pings is closed instead of being sent another. */
const MOST_OWED = 2;
/** Code of a close because the server ends, and how long a client has to answer it. */
const GOING_AWAY = 1001;
const PARTING_MS = 1_000;
const MOST_MESSAGE_BYTES = 4096;
/** Subscriptions a socket may hold: every market at every resolution, with room to spare. */
const MOST_SUBSCRIPTIONS = 500;

export interface StreamOptions {
  readonly data: MarketData;
  readonly clock: Clock;
}

interface Client {
  /** Pings not answered yet. */
  owed: number;
  readonly following: Set<Channel>;
}

/** Live bars over WebSocket (wire, Stream). */
export class Stream {
  readonly #data: MarketData;
  readonly #clock: Clock;
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_MESSAGE_BYTES, clientTracking: false });
  readonly #clients = new Map<WebSocket, Client>();
  readonly #channels = new Map<string, Channel>();
  readonly #stopListening: () => void;
  #pinging: Timer;

  constructor({ data, clock }: StreamOptions) {
    this.#data = data;
    this.#clock = clock;
    this.#sockets.on('connection', (socket) => this.#welcome(socket));
    this.#stopListening = data.onTick((tick) => {
      for (const resolution of Object.keys(RESOLUTIONS)) this.#channels.get(`${tick.marketId}/${resolution}`)?.publish();
    });
    this.#pinging = this.#pingLater();
  }

  /** Takes over a request to upgrade. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#sockets.emit('connection', client, request));
  }

  /** Bids every client goodbye; those who do not answer are cut. */
  close(): void {
    this.#stopListening();
    this.#pinging.cancel();
    for (const socket of this.#clients.keys()) socket.close(GOING_AWAY);
    this.#sockets.close();
    this.#clock.after(PARTING_MS, () => { for (const socket of this.#clients.keys()) socket.terminate(); });
  }

  #welcome(socket: WebSocket): void {
    const client: Client = { owed: 0, following: new Set() };
    this.#clients.set(socket, client);
    socket.on('message', (data, isBinary) => {
      if (isBinary || !Buffer.isBuffer(data)) send(socket, errorFrame('unreadable_message', null));
      else this.#hear(socket, client, data.toString());
    });
    socket.on('close', () => {
      for (const channel of client.following) channel.followers.delete(socket);
      this.#clients.delete(socket);
    });
    // A broken frame or one too large ends the connection; 'close' follows.
    socket.on('error', () => socket.terminate());
  }

  #hear(socket: WebSocket, client: Client, text: string): void {
    const request = parseRequest(text);
    if (request.kind === 'pong') {
      client.owed = 0;
      return;
    }
    if (request.kind === 'unreadable') {
      send(socket, errorFrame('unreadable_message', null));
      return;
    }
    const channel = this.#channel(request.key);
    if (!channel) send(socket, errorFrame('unknown_key', request.key));
    else if (request.kind === 'unsub') unfollow(socket, client, channel);
    else if (client.following.size >= MOST_SUBSCRIPTIONS && !client.following.has(channel)) {
      send(socket, errorFrame('too_many_subscriptions', request.key));
    } else follow(socket, client, channel);
  }

  #channel(key: string): Channel | undefined {
    const parsed = parseKey(key);
    const market = parsed && this.#data.bySymbol(parsed.symbol);
    if (!market) return undefined;
    const name = `${market.id}/${parsed.resolution satisfies Resolution}`;
    let channel = this.#channels.get(name);
    if (!channel) {
      channel = new Channel(this.#data, market, parsed.resolution);
      this.#channels.set(name, channel);
    }
    return channel;
  }

  #pingLater(): Timer {
    return this.#clock.after(PING_MS, () => {
      for (const [socket, client] of this.#clients) {
        if (client.owed >= MOST_OWED) socket.terminate();
        else {
          client.owed += 1;
          send(socket, 'ping');
        }
      }
      this.#pinging = this.#pingLater();
    });
  }
}

function follow(socket: WebSocket, client: Client, channel: Channel): void {
  channel.followers.add(socket);
  client.following.add(channel);
  const frame = channel.current();
  if (frame) send(socket, frame);
}

function unfollow(socket: WebSocket, client: Client, channel: Channel): void {
  channel.followers.delete(socket);
  client.following.delete(channel);
}
