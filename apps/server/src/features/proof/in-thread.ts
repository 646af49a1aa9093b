import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Appender, AppenderNeeds } from './appender.ts';
import type { Begun } from './begun.ts';
import type { LogPlace } from './log-place.ts';

/** Turns are of some hundred entries. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };
const AGAIN_MS = 1_000;
/** The worker looks so long after it is woken; what was posted since then it sees too. */
const WAKE_EVERY_MS = 250;

/** What the thread works with. */
export interface ThreadPlace {
  /** The database's connection string. */
  readonly url: string;
  readonly place: LogPlace;
  /** No other process has this database: no lease is needed. */
  readonly isAlone: boolean;
}
export interface ThreadData extends ThreadPlace {
  readonly begun: Begun;
}
export type ToThread = 'wake' | 'stop';
export type ToHost =
  | 'started'
  | { readonly tookSeconds: number }
  | { readonly error: { readonly details: object; readonly message: string } };

interface Around extends ThreadPlace {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Appends in a thread of its own, which has its own connections and its own lease. */
export const appendInThread =
  (around: Around) =>
  (needs: AppenderNeeds): Appender =>
    new LogThread(around, needs);

class LogThread implements Appender {
  readonly name = 'public log';
  readonly #around: Around;
  readonly #needs: AppenderNeeds;
  #thread: Worker | undefined;
  #exited: Promise<void> = Promise.resolve();
  #again: Timer | undefined;
  #wokenMs = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(around: Around, needs: AppenderNeeds) {
    this.#around = around;
    this.#needs = needs;
  }

  start(): void {
    this.#open();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again?.cancel();
    this.#notify('stop');
    await this.#exited;
  }

  wake(): void {
    const nowMs = this.#around.clock.nowMs();
    if (Math.abs(nowMs - this.#wokenMs) < WAKE_EVERY_MS) return;
    this.#wokenMs = nowMs;
    this.#notify('wake');
  }

  #notify(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread?.postMessage(message);
  }

  #open(): void {
    const { url, place, isAlone, clock, log } = this.#around;
    const workerData: ThreadData = { url, place, isAlone, begun: this.#needs.begun() };
    const thread = new Worker(new URL('log-thread.ts', import.meta.url), { workerData, resourceLimits: MEMORY });
    this.#thread = thread;
    thread.on('message', (message: ToHost) => {
      if (message === 'started') return;
      if ('tookSeconds' in message) this.#needs.tookSeconds(message.tookSeconds);
      else log.error(message.error.details, message.error.message);
    });
    thread.on('error', (error) => {
      log.error({ err: error }, 'thread of the public log failed, another is started');
    });
    this.#exited = new Promise((resolve) => {
      thread.once('exit', () => {
        this.#thread = undefined;
        if (!this.#stopped) this.#again = clock.after(AGAIN_MS, () => this.#open());
        resolve();
      });
    });
  }
}
