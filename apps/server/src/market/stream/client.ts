import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { NewsFrom } from '../../platform/news/index.ts';
import { storedFrame, type Frame } from './frame.ts';
import type { Topic } from './topic.ts';

/** Maximum subscriptions of a socket: more than every market at every resolution. */
export const MAX_SUBSCRIPTIONS = 500;
const POLICY_VIOLATION = 1008;
const MAX_WAITING_BYTES = 1024 * 1024;

/** One connected client and the topics it follows. */
export class Client {
  unansweredPings = 0;
  readonly name: string;
  /** Where its news is served. */
  readonly from: NewsFrom | undefined;
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #following = new Map<string, Topic>();
  readonly #tooSlow: () => void;

  /** `wire` is the connection below `socket`, for whole frames. `tooSlow` is called on a disconnect for not reading. */
  constructor(
    name: string,
    socket: WebSocket,
    wire: Duplex,
    { from, tooSlow = () => {} }: { readonly from?: NewsFrom | undefined; readonly tooSlow?: () => void } = {},
  ) {
    this.name = name;
    this.from = from;
    this.#socket = socket;
    this.#wire = wire;
    this.#tooSlow = tooSlow;
  }

  /** Sends a frame, or disconnects a client that does not read. */
  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // `ws` writes its own frames (pong, close) whole and at once, so frames never mix.
    if (this.#wire.writableLength <= MAX_WAITING_BYTES) {
      this.#wire.write(frame);
      return;
    }
    this.#socket.terminate();
    this.#tooSlow();
  }

  /** Sends a message that is for this client alone. */
  report(message: object): void {
    this.send(storedFrame(message));
  }

  /** Closes the connection: what it was let in for is over. */
  end(): void {
    this.#socket.close(POLICY_VIOLATION, 'log in again');
  }

  follow(name: string, topic: Topic): boolean {
    if (this.#following.size >= MAX_SUBSCRIPTIONS && !this.#following.has(name)) return false;
    this.#following.set(name, topic);
    topic.followers.add(this);
    return true;
  }

  unfollow(name: string): boolean {
    this.#following.get(name)?.followers.delete(this);
    return this.#following.delete(name);
  }

  leave(): void {
    for (const topic of this.#following.values()) topic.followers.delete(this);
    this.#following.clear();
  }
}
