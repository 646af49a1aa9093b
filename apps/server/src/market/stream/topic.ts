import type { Clock } from '../../platform/clock.ts';
import { gzipFrame, type Frame } from './frame.ts';

/** Clients served in one go; the rest after whatever else the process has to do. */
const SLICE = 1_000;
/** A frame this old may show a bar whose time is over: it is not given to one who comes new. */
const FRAME_LASTS_MS = 1_000;

interface TopicOptions {
  readonly clock: Clock;
  /** What is told when something has changed: the state as it is now, or what is new. Undefined: nothing. */
  readonly news: () => object | undefined;
  /** What one who begins to follow is told, if not the same. */
  readonly greeting?: () => object | undefined;
  /** Each is told, however late; without, those that were overtaken before they went out are left out. */
  readonly isEachTold?: boolean;
}

/** Who takes a topic's frames. */
interface Follower {
  send(frame: Frame): void;
}

/** What clients follow. Its news is made and compressed once for all of them. */
export class Topic {
  readonly followers = new Set<Follower>();
  readonly #options: TopicOptions;
  #made: { readonly frame: Frame | undefined; readonly atMs: number } | undefined;
  /** Frames that wait until the one before has reached everybody: nobody gets them out of order. */
  #waiting: Frame[] = [];
  #isSending = false;

  constructor(options: TopicOptions) {
    this.#options = options;
  }

  /** What a client is told first; undefined while there is nothing to tell. */
  greeting(): Frame | undefined {
    const { greeting } = this.#options;
    if (!greeting) return this.#current();
    const message = greeting();
    return message && gzipFrame(message);
  }

  /** Something has changed: every follower is told. */
  publish(): void {
    this.#made = undefined;
    if (this.followers.size === 0) return;
    const frame = this.#current();
    if (!frame) return;
    this.#waiting = this.#options.isEachTold ? [...this.#waiting, frame] : [frame];
    if (!this.#isSending) this.#sendNext();
  }

  #current(): Frame | undefined {
    const nowMs = this.#options.clock.nowMs();
    if (this.#made && Math.abs(nowMs - this.#made.atMs) < FRAME_LASTS_MS) return this.#made.frame;
    const message = this.#options.news();
    const frame = message && gzipFrame(message);
    this.#made = { frame, atMs: nowMs };
    return frame;
  }

  #sendNext(): void {
    const [frame, ...rest] = this.#waiting;
    this.#waiting = rest;
    this.#isSending = frame !== undefined;
    if (frame) this.#sendSlice([...this.followers], frame, 0);
  }

  #sendSlice(clients: readonly Follower[], frame: Frame, from: number): void {
    const next = from + SLICE;
    for (const client of clients.slice(from, next)) if (this.followers.has(client)) client.send(frame);
    if (next < clients.length) setImmediate(() => this.#sendSlice(clients, frame, next));
    else if (this.#waiting.length > 0) setImmediate(() => this.#sendNext());
    else this.#isSending = false;
  }
}
