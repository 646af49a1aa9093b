import { WebSocket } from 'ws';
import type { Clock, Timer } from '../../../platform/clock.ts';
import { readFrame, type HtxMessage } from './messages.ts';

/** Larger frames break the connection. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 60_000;
/** Delays are longer by up to this part, so that many clients do not reconnect at once. */
const JITTER = 0.3;
const WATCH_MS = 1_000;
/** HTX pings every five seconds: after a longer silence the connection is dead. */
const SILENT_MS = 15_000;
/** Books come every second: pings without any book or trade for this long mean the same. */
const NO_PRICES_MS = 60_000;
const HANDSHAKE_MS = 10_000;

interface SocketOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onMessage: (message: HtxMessage) => void;
}

/** A lasting connection to HTX's WebSocket: answers pings, and reconnects when it is silent or broken. */
export class HtxSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | undefined;
  #watch: Timer | undefined;
  #retry: Timer | undefined;
  #receivedMs = 0;
  #pricesMs = 0;
  #failures = 0;
  #stopped = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#connect();
    this.#keepWatch();
  }

  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  stop(): void {
    this.#stopped = true;
    this.#watch?.cancel();
    this.#retry?.cancel();
    this.#socket?.terminate();
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url, {
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
    });
    this.#socket = socket;
    this.#receivedMs = this.#pricesMs = this.#options.clock.nowMs();
    socket.on('open', () => this.#options.onOpen());
    socket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#receive(readFrame(data, isBinary));
    });
    // 'close' follows.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#options.onClose();
      this.#connectLater();
    });
  }

  #receive(message: HtxMessage): void {
    this.#receivedMs = this.#options.clock.nowMs();
    if (message.kind === 'ping') {
      this.send({ pong: message.ping });
      return;
    }
    if (message.kind === 'trades' || message.kind === 'depth') {
      this.#pricesMs = this.#receivedMs;
      this.#failures = 0;
    }
    this.#options.onMessage(message);
  }

  #connectLater(): void {
    if (this.#stopped) return;
    const waitMs =
      Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 10)) *
      (1 + JITTER * this.#options.random());
    this.#failures += 1;
    this.#retry = this.#options.clock.after(waitMs, () => this.#connect());
  }

  #keepWatch(): void {
    this.#watch = this.#options.clock.after(WATCH_MS, () => {
      const nowMs = this.#options.clock.nowMs();
      const isOpen = this.#socket?.readyState === WebSocket.OPEN;
      if (isOpen && (nowMs - this.#receivedMs > SILENT_MS || nowMs - this.#pricesMs > NO_PRICES_MS))
        this.#socket?.terminate();
      this.#keepWatch();
    });
  }
}
