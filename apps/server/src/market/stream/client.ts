import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Frame } from './frame.ts';
import type { Topic } from './topic.ts';

/** Subscriptions a socket may hold: every market at every resolution, with room to spare. */
export const MAX_SUBSCRIPTIONS = 500;
/** A client that lets this much wait is dropped: it does not read. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** One connected client: what it follows, and how many pings it has not answered. */
export class Client {
  owed = 0;
  /** Tells it from others that are connected. */
  readonly name: string;
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #following = new Map<string, Topic>();
  readonly #tooSlow: () => void;

  /**
   * `wire` is the connection below `socket`: whole frames are written to it as they are, once the handshake is done.
   * `tooSlow` hears when it is dropped.
   */
  constructor(name: string, socket: WebSocket, wire: Duplex, tooSlow: () => void = () => {}) {
    this.name = name;
    this.#socket = socket;
    this.#wire = wire;
    this.#tooSlow = tooSlow;
  }

  /** Sends a frame, or drops the client when it has not read what it was sent. */
  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // `ws` writes its own frames (a pong, a close) whole and at once, so frames never mix.
    if (this.#wire.writableLength <= MAX_WAITING_BYTES) {
      this.#wire.write(frame);
      return;
    }
    this.#socket.terminate();
    this.#tooSlow();
  }

  /** Begins to follow, if not done already; false when it follows as many as it may. */
  follow(name: string, topic: Topic): boolean {
    if (this.#following.size >= MAX_SUBSCRIPTIONS && !this.#following.has(name)) return false;
    this.#following.set(name, topic);
    topic.followers.add(this);
    return true;
  }

  /** Ends to follow; false when it did not. */
  unfollow(name: string): boolean {
    this.#following.get(name)?.followers.delete(this);
    return this.#following.delete(name);
  }

  /** It is gone. */
  leave(): void {
    for (const topic of this.#following.values()) topic.followers.delete(this);
    this.#following.clear();
  }
}
