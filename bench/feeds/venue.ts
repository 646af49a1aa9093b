import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { WebSocketServer, type WebSocket } from 'ws';
import { portOf } from '../measure/port-of.ts';
import { nowPrice, type Kind } from './job.ts';

const LEVELS = 150;
/** Levels a side that change with each book update. */
const CHANGED = 5;
const ASKS_ABOVE = 2_000_000_000;

type Level = [price: number, size: number];

/** A subscription, or a request for the whole book. */
interface Request {
  readonly sub?: string;
  readonly req?: string;
  readonly id?: string | number;
}

const levelsAt = (price: number, size: number): Level[] =>
  Array.from({ length: CHANGED }, (_each, index): Level => [price - index, size]);

/** An HTX server for one listener: sends messages at a steady pace once it has subscribed. */
export class BenchVenue {
  readonly #http = createServer();
  readonly #sockets = new WebSocketServer({ server: this.#http, perMessageDeflate: false });
  readonly #asked = new Map<string, WebSocket>();
  #seq = 1;
  #best = 0;

  static async open(): Promise<BenchVenue> {
    const venue = new BenchVenue();
    venue.#sockets.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => venue.#receive(socket, JSON.parse(data.toString())));
    });
    venue.#http.listen(0, '127.0.0.1');
    await once(venue.#http, 'listening');
    return venue;
  }

  get port(): number {
    return portOf(this.#http);
  }

  /** Sends `messages` at that many a second, once all topics are subscribed. */
  async publish(kind: Kind, messages: number, aSecond: number): Promise<void> {
    await this.#until(() => this.#asked.size >= 2);
    let sent = 0;
    const beganMs = performance.now();
    await this.#until(() => {
      const due = Math.min(messages, Math.floor(((performance.now() - beganMs) * aSecond) / 1000));
      for (; sent < due; sent += 1) this.#publishOne(kind);
      return sent === messages;
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.close();
    await once(this.#http, 'close');
  }

  #until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        if (!isDone()) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
  }

  #receive(socket: WebSocket, { sub, req, id }: Request): void {
    if (sub !== undefined) {
      this.#send(socket, { id, status: 'ok', subbed: sub, ts: Date.now() });
      this.#asked.set(sub, socket);
      // ccxt expects a change before the whole book.
      if (sub.includes('.mbp.')) this.#change(sub, socket);
    }
    if (req !== undefined)
      this.#send(socket, {
        id,
        rep: req,
        status: 'ok',
        ts: Date.now(),
        data: { seqNum: this.#seq, ...this.#sides(nowPrice()) },
      });
  }

  #publishOne(kind: Kind): void {
    for (const [topic, socket] of this.#asked) {
      if (kind === 'trades' && topic.endsWith('.trade.detail')) {
        const data = [
          { id: this.#seq, tradeId: this.#seq, ts: Date.now(), price: nowPrice(), amount: 1, direction: 'buy' },
        ];
        this.#seq += 1;
        this.#send(socket, { ch: topic, ts: Date.now(), tick: { id: this.#seq, ts: Date.now(), data } });
      }
      if (kind === 'books' && topic.endsWith('.depth.step0')) {
        this.#seq += 1;
        this.#send(socket, {
          ch: topic,
          ts: Date.now(),
          tick: { ...this.#sides(nowPrice()), ts: Date.now(), version: this.#seq },
        });
      }
      if (kind === 'books' && topic.includes('.mbp.')) this.#change(topic, socket);
    }
  }

  #change(topic: string, socket: WebSocket): void {
    const [goneBids, goneAsks] = [levelsAt(this.#best, 0), levelsAt(this.#best + ASKS_ABOVE, 0)];
    this.#best = nowPrice();
    const prevSeqNum = this.#seq;
    this.#seq += 1;
    const tick = {
      seqNum: this.#seq,
      prevSeqNum,
      bids: [...goneBids, ...levelsAt(this.#best, 1)],
      asks: [...goneAsks, ...levelsAt(this.#best + ASKS_ABOVE, 1)],
    };
    this.#send(socket, { ch: topic, ts: Date.now(), tick });
  }

  #sides(best: number): { bids: Level[]; asks: Level[] } {
    return {
      bids: Array.from({ length: LEVELS }, (_each, index): Level => [best - index, 1.25]),
      asks: Array.from({ length: LEVELS }, (_each, index): Level => [best + ASKS_ABOVE + index, 1.25]),
    };
  }

  #send(socket: WebSocket, message: object): void {
    socket.send(gzipSync(JSON.stringify(message)));
  }
}
