import { WebSocket } from 'ws';
import type { Clock, Timer } from '../../../platform/clock.ts';
import { readFrame, type HtxMessage } from './messages.ts';

/** Larger frames break the connection. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 60_000;
/** A wait is stretched by up to this part of it, so that many do not come back at once. */
const JITTER = 0.3;
const WATCH_MS = 1_000;
/** HTX pings every five seconds: silence this long is a dead line. */
const SILENT_MS = 15_000;
/** Pings without a word on any market this long are one too: books come every second. */
const WORDLESS_MS = 60_000;
const HANDSHAKE_MS = 10_000;

interface SocketOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly onOpen: () => void;
  /** The connection broke, or could not be made. */
  readonly onClose: () => void;
  readonly onMessage: (message: HtxMessage) => void;
}

/** One connection to HTX's WebSocket that is always wanted: pings are answered, a silent or broken one is made anew. */
export class HtxSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | undefined;
  #watch: Timer | undefined;
  #retry: Timer | undefined;
  #receivedMs = 0;
  #wordMs = 0;
  /** Tries since a connection last brought prices. */
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
    this.#receivedMs = this.#wordMs = this.#options.clock.nowMs();
    socket.on('open', () => this.#options.onOpen());
    socket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#hear(readFrame(data, isBinary));
    });
    // 'close' follows.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#options.onClose();
      this.#connectLater();
    });
  }

  #hear(message: HtxMessage): void {
    this.#receivedMs = this.#options.clock.nowMs();
    if (message.kind === 'ping') {
      this.send({ pong: message.ping });
      return;
    }
    if (message.kind === 'trades' || message.kind === 'depth') {
      this.#wordMs = this.#receivedMs;
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
      if (isOpen && (nowMs - this.#receivedMs > SILENT_MS || nowMs - this.#wordMs > WORDLESS_MS))
        this.#socket?.terminate();
      this.#keepWatch();
    });
  }
}
