import type { Log } from './log.ts';

let failures = 0;

/** How many listeners have thrown in this process since it began. */
export const listenerFailures = (): number => failures;

/**
 * Calls back whoever wanted to know of an event. What it throws is logged with the event's name and counted, and goes
 * no further: in a callback of a socket, a timer or a microtask it would end the process. True unless it threw.
 */
export function callBack(event: string, log: Pick<Log, 'error'> | undefined, call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    failures += 1;
    log?.error({ err: error, event }, 'listener failed');
    return false;
  }
}

/**
 * Those who want to know of an event. What one of them throws is its own: it is logged and counted, the others are
 * called all the same, and whoever notifies never hears of it.
 */
export class Listeners<T> {
  readonly #event: string;
  readonly #log: Pick<Log, 'error'> | undefined;
  readonly #listeners = new Set<(news: T) => void>();

  /** `event` is its name in the log: `ledger.posted`. */
  constructor(event: string, log?: Pick<Log, 'error'>) {
    this.#event = event;
    this.#log = log;
  }

  /** Calls `listener` from now on; gives what ends that. */
  add(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Calls every listener, one after the other; never throws. */
  notify(news: T): void {
    for (const listener of this.#listeners) callBack(this.#event, this.#log, () => listener(news));
  }
}
