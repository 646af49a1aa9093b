import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { NewsFrom } from '../../platform/news/index.ts';
import { storedFrame, type Frame } from './frame.ts';
import type { Topic } from './topic.ts';
import { Waiting, type Waiter } from './waiting.ts';

/** Maximum subscriptions of a socket: more than every market at every resolution. */
export const MAX_SUBSCRIPTIONS = 500;
const POLICY_VIOLATION = 1008;
const MAX_WAITING_BYTES = 1024 * 1024;
/** The same where an answer to its own message follows. */
const MAX_WAITING_ANSWERS = 256 * 1024;
/** With so much waiting, a client is not to ask for more. */
const ENOUGH_WAITING = 128 * 1024;

interface ClientOptions {
  /** Whose it is; undefined where that is not counted. */
  readonly network?: string | undefined;
  readonly from?: NewsFrom | undefined;
  /** Called on a disconnect for not reading. */
  readonly tooSlow?: () => void;
  /** Of all sockets together. */
  readonly waiting?: Waiting;
}

/** One connected client and the topics it follows. */
export class Client implements Waiter {
  unansweredPings = 0;
  counted = 0;
  readonly name: string;
  /** Where its news is served. */
  readonly from: NewsFrom | undefined;
  readonly network: string | undefined;
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #following = new Map<string, Topic>();
  readonly #tooSlow: () => void;
  readonly #waiting: Waiting;

  /** `wire` is the connection below `socket`, for whole frames. */
  constructor(
    name: string,
    socket: WebSocket,
    wire: Duplex,
    { from, network, tooSlow = () => {}, waiting = new Waiting() }: ClientOptions = {},
  ) {
    this.name = name;
    this.from = from;
    this.network = network;
    this.#socket = socket;
    this.#wire = wire;
    this.#tooSlow = tooSlow;
    this.#waiting = waiting;
  }

  get waiting(): number {
    return this.#wire.writableLength;
  }

  /** Whether it is to read before it asks for more. */
  get hasEnough(): boolean {
    return this.waiting > ENOUGH_WAITING;
  }

  /** Sends a frame, or disconnects a client that does not read. */
  send(frame: Frame): void {
    this.#send(frame, MAX_WAITING_BYTES);
  }

  /** The same for an answer to its own message, of which less may wait. */
  answer(frame: Frame): void {
    this.#send(frame, MAX_WAITING_ANSWERS);
  }

  #send(frame: Frame, max: number): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // `ws` writes its own frames (pong, close) whole and at once, so frames never mix.
    if (this.waiting > max) {
      this.drop();
      return;
    }
    this.#wire.write(frame);
    this.#waiting.count(this);
  }

  /** Disconnects a client that does not read. */
  drop(): void {
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
    this.#waiting.forget(this);
  }
}
