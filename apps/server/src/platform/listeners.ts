import type { Log } from './log.ts';

let failures = 0;

/** Listeners that have thrown in this process. */
export const listenerFailures = (): number => failures;

/**
 * Calls a listener. What it throws is logged and counted: in a callback of a socket, a timer or a microtask it would
 * end the process. True unless it threw.
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

/** Listeners of an event. What one throws is logged and counted; the others are called all the same. */
export class Listeners<T> {
  readonly #event: string;
  readonly #log: Pick<Log, 'error'> | undefined;
  readonly #listeners = new Set<(news: T) => void>();

  /** `event` names it in the log: `ledger.posted`. */
  constructor(event: string, log?: Pick<Log, 'error'>) {
    this.#event = event;
    this.#log = log;
  }

  /** Returns what removes it. */
  add(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Never throws. */
  notify(news: T): void {
    for (const listener of this.#listeners) callBack(this.#event, this.#log, () => listener(news));
  }
}
