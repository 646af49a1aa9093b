import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** Price and size. */
export type VenueLevel = readonly [price: number, size: number];
export interface VenueBook {
  readonly bids: readonly VenueLevel[];
  readonly asks: readonly VenueLevel[];
}
/** A bar as every venue knows it, begun at a moment in milliseconds. */
export interface VenueBar {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly amount: number;
  readonly vol: number;
  readonly count: number;
}

/** What differs of a side between two books: new sizes by price, 0 where a level went. */
export function changesOf(before: readonly VenueLevel[], after: readonly VenueLevel[]): VenueLevel[] {
  const sizes = new Map(after);
  const gone = before.filter(([price]) => !sizes.has(price)).map(([price]): VenueLevel => [price, 0]);
  return [...after.filter(([price, size]) => !before.some((each) => each[0] === price && each[1] === size)), ...gone];
}

/** Figures as venues write them. */
export const text = (levels: readonly VenueLevel[]): [string, string][] =>
  levels.map(([price, size]) => [String(price), String(size)]);

/** Frames that can be sent again. */
const MAX_KEPT = 20;

/**
 * A server on this machine that speaks one venue's public protocol, and misbehaves when told to. Titles are ours:
 * `BTC/USDT`.
 */
export abstract class VenueServer {
  /** Markets offered. */
  readonly titles = new Set<string>();
  /** Bars by title and our name of the period, oldest first. */
  readonly bars = new Map<string, readonly VenueBar[]>();
  /** Streams that clients asked for. */
  readonly received: string[] = [];
  /** REST paths asked for. */
  readonly asked: string[] = [];
  /** What was sent to those who asked for a stream, the last of it. */
  readonly sent: string[] = [];
  /** How many connections there were. */
  connections = 0;
  /** REST calls get no answer but an error while set. */
  isDown = false;
  /** REST calls get no answer at all while set. */
  isStuck = false;
  readonly #http = createServer((request, response) => this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#http, perMessageDeflate: false });
  readonly #lines = new Set<Socket>();
  /** What each connection asked for. */
  readonly #streams = new WeakMap<WebSocket, Set<string>>();

  /** Begins on a free port. */
  async begin(...titles: string[]): Promise<this> {
    for (const title of titles) this.titles.add(title);
    this.#sockets.on('connection', (socket, request) => {
      this.connections += 1;
      this.#lines.add(request.socket);
      socket.on('close', () => this.#lines.delete(request.socket));
      this.#streams.set(socket, new Set());
      socket.on('message', (data: Buffer) => this.listen(socket, data.toString()));
    });
    await new Promise<void>((resolve) => {
      this.#http.listen(0, '127.0.0.1', resolve);
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  abstract get wsUrl(): string;
  /** Sends the change from the book before to this one. */
  abstract book(title: string, book: VenueBook, atMs: number): void;
  abstract trade(title: string, price: number, size: number, atMs: number): void;
  /** The book changes, and the message that says so is lost. */
  abstract lose(title: string, book: VenueBook, atMs: number): void;
  protected abstract listen(socket: WebSocket, said: string): void;
  /** The answer to a REST call; undefined for one that the venue does not know. */
  protected abstract rest(path: string, query: URLSearchParams): unknown;

  /** Sends these bytes as a binary frame, or this text as a text frame, to everybody. */
  raw(frame: Buffer | string): void {
    for (const socket of this.#sockets.clients) socket.send(frame);
  }

  /** What is sent meanwhile arrives in one piece. */
  together(send: () => void): void {
    for (const line of this.#lines) line.cork();
    send();
    for (const line of this.#lines) line.uncork();
  }

  /** Cuts every connection without a word. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  async close(): Promise<void> {
    this.cut();
    this.#http.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve());
    });
  }

  /** How many connections are open. */
  get open(): number {
    return this.#sockets.clients.size;
  }

  protected subscribe(socket: WebSocket, stream: string): void {
    this.#streams.get(socket)?.add(stream);
    this.received.push(stream);
  }

  protected unsubscribe(socket: WebSocket, stream: string): void {
    this.#streams.get(socket)?.delete(stream);
  }

  /** Sends an object to those who asked for a stream. */
  protected push(stream: string, message: object): void {
    const frame = JSON.stringify(message);
    this.sent.push(frame);
    if (this.sent.length > MAX_KEPT) this.sent.shift();
    for (const socket of this.#sockets.clients) if (this.#streams.get(socket)?.has(stream)) socket.send(frame);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(`${url.pathname}${url.search}`);
    if (this.isStuck) return;
    const answer = this.isDown ? undefined : this.rest(url.pathname, url.searchParams);
    response.statusCode = answer === undefined ? 503 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? { msg: 'gone fishing' }));
  }
}
