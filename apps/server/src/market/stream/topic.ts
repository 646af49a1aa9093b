import type { Clock } from '../../platform/clock.ts';
import { gzipFrame, type Frame } from './frame.ts';

/** Clients served before the event loop continues. */
const SLICE = 1_000;
/** Maximum age of a frame for a new follower: an older one may show a past bar. */
const FRAME_LASTS_MS = 1_000;

interface TopicOptions {
  readonly clock: Clock;
  /** The message after a change: the current state, or what is new; undefined for none. */
  readonly news: () => object | undefined;
  /** The first message to a new follower, if it differs. */
  readonly greeting?: () => object | undefined;
  /** Sends every message; else a newer one replaces those that wait. */
  readonly sendsEvery?: boolean;
}

interface Follower {
  send(frame: Frame): void;
}

interface Made {
  readonly frame: Frame | undefined;
  readonly atMs: number;
}

/** A topic that clients follow. A message is made and compressed once for all of them. */
export class Topic {
  readonly followers = new Set<Follower>();
  readonly #options: TopicOptions;
  #made: Made | undefined;
  /** The greeting, if it differs. */
  #greeted: Made | undefined;
  /** Frames wait until the one before has reached all followers, so that their order is kept. */
  #waiting: Frame[] = [];
  #isSending = false;

  constructor(options: TopicOptions) {
    this.#options = options;
  }

  greeting(): Frame | undefined {
    const { greeting } = this.#options;
    if (!greeting) return this.#current();
    this.#greeted = this.#lasting(this.#greeted) ?? this.#make(greeting);
    return this.#greeted.frame;
  }

  publish(): void {
    this.#made = undefined;
    this.#greeted = undefined;
    if (this.followers.size === 0) return;
    const frame = this.#current();
    if (!frame) return;
    this.#waiting = this.#options.sendsEvery ? [...this.#waiting, frame] : [frame];
    if (!this.#isSending) this.#sendNext();
  }

  #current(): Frame | undefined {
    this.#made = this.#lasting(this.#made) ?? this.#make(this.#options.news);
    return this.#made.frame;
  }

  #lasting(made: Made | undefined): Made | undefined {
    return made && Math.abs(this.#options.clock.nowMs() - made.atMs) < FRAME_LASTS_MS ? made : undefined;
  }

  #make(messageOf: () => object | undefined): Made {
    const message = messageOf();
    return { frame: message && gzipFrame(message), atMs: this.#options.clock.nowMs() };
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
