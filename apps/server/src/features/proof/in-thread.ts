import type { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Appender, AppenderNeeds } from './appender.ts';
import type { Begun } from './begun.ts';
import type { LogPlace } from './log-place.ts';
import { startThread } from '../../platform/thread.ts';

/** Turns are of some hundred entries. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };
const AGAIN_MS = 1_000;
/** A turn under way finishes in less; where it waits in vain the thread is ended, as a killed process is. */
const STOP_WITHIN_MS = 3_000;
/** A start waits so long for the log to take up what was committed before it: later is better than a promise broken. */
const CATCH_UP_WITHIN_MS = 8_000;
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
  /** What was committed before is in the log. */
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

  /**
   * Resolves once what was committed before is in the log, or after eight seconds (PROOF promises ten): however often a
   * process is killed, an entry waits for no more than the next start.
   */
  start(): Promise<void> {
    return new Promise((resolve) => {
      const late = this.#around.clock.after(CATCH_UP_WITHIN_MS, resolve);
      this.#open(() => {
        late.cancel();
        resolve();
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again?.cancel();
    this.#notify('stop');
    const thread = this.#thread;
    const late = setTimeout(() => void thread?.terminate(), STOP_WITHIN_MS);
    await this.#exited;
    clearTimeout(late);
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

  /** @param caughtUp called when the thread has started, or ended */
  #open(caughtUp: () => void = () => {}): void {
    const { url, place, isAlone, clock, log } = this.#around;
    const workerData: ThreadData = { url, place, isAlone, begun: this.#needs.begun() };
    const thread = startThread(new URL('log-thread.ts', import.meta.url), { workerData, resourceLimits: MEMORY });
    this.#thread = thread;
    thread.on('message', (message: ToHost) => {
      if (message === 'started') caughtUp();
      else if ('tookSeconds' in message) this.#needs.tookSeconds(message.tookSeconds);
      else log.error(message.error.details, message.error.message);
    });
    thread.on('error', (error) => {
      log.error({ err: error }, 'public log thread failed, restarting');
    });
    this.#exited = new Promise((resolve) => {
      thread.once('exit', () => {
        this.#thread = undefined;
        if (!this.#stopped) this.#again = clock.after(AGAIN_MS, () => this.#open());
        caughtUp();
        resolve();
      });
    });
  }
}
