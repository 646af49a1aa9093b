import { gzipSync } from 'node:zlib';
import { RESOLUTIONS, type Resolution, type StreamError, type StreamTick } from '@plimsoll/contract';
import type { WebSocket } from 'ws';
import type { Market, MarketData } from '../types.ts';

/** A client that lets this much wait is dropped: it does not read. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** Sockets served in one go; the rest after whatever else the process has to do. */
const SLICE = 1_000;

const compress = (message: StreamTick | StreamError): Buffer => gzipSync(JSON.stringify(message), { level: 1 });

/** What a client is told when a key or a message cannot be used. */
export const errorFrame = (error: string, sub: string | null): Buffer => compress({ error, sub });

/** Sends a frame, or drops the client when it has not read what it was sent. */
export function send(socket: WebSocket, frame: Buffer | string): void {
  if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(frame);
}

/** One market at one resolution: its current bar, compressed once for all who follow it. */
export class Channel {
  readonly followers = new Set<WebSocket>();
  readonly #data: MarketData;
  readonly #marketId: string;
  readonly #resolution: Resolution;
  #frame: Buffer | undefined;

  constructor(data: MarketData, market: Market, resolution: Resolution) {
    this.#data = data;
    this.#marketId = market.id;
    this.#resolution = resolution;
  }

  /** The current bar as a frame; undefined before the market's first tick. */
  current(): Buffer | undefined {
    this.#frame ??= this.#make();
    return this.#frame;
  }

  /** The bar changed: every follower gets it. */
  publish(): void {
    this.#frame = undefined;
    if (this.followers.size === 0) return;
    const frame = this.current();
    if (!frame) return;
    if (this.followers.size <= SLICE) for (const socket of this.followers) send(socket, frame);
    else sendInSlices([...this.followers], frame);
  }

  #make(): Buffer | undefined {
    const market = this.#data.byId(this.#marketId);
    const tick = this.#data.lastTick(this.#marketId);
    const [bar] = this.#data.candles(this.#marketId, RESOLUTIONS[this.#resolution], 1);
    if (!market || !bar) return undefined;
    const { id, open, high, low, close, vol } = bar;
    return compress({
      symbol: market.symbol,
      resolution: this.#resolution,
      tick: { id, open, high, low, close, vol },
      ts: tick?.sourceTimeMs ?? id * 1000,
    });
  }
}

function sendInSlices(sockets: readonly WebSocket[], frame: Buffer, from = 0): void {
  for (const socket of sockets.slice(from, from + SLICE)) send(socket, frame);
  if (from + SLICE < sockets.length) setImmediate(sendInSlices, sockets, frame, from + SLICE);
}
