/** The adapter under measurement: our own, or ccxt's. */
export type Listening = 'own' | 'ccxt';
/** What is sent: trades, or books by the stream that each adapter subscribes to. */
export type Kind = 'trades' | 'books';

/** Job of one listener, its first argument. */
export interface Job {
  readonly listening: Listening;
  readonly kind: Kind;
  readonly port: number;
}

export interface Took {
  readonly cpuUs: number;
  /** Prices that were passed on; of books that arrive together only the last is. */
  readonly received: number;
  /** From sent to passed on, median and 99th percentile, in milliseconds. */
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** A price encodes when its message was sent, in microseconds of the last thousand seconds. */
const WRAP_US = 1_000_000_000;
export const nowPrice = (): number =>
  (Math.round((performance.timeOrigin + performance.now()) * 1000) % WRAP_US) + WRAP_US;
/** Age of a message with this price, in milliseconds. */
export const sinceMs = (price: number): number => ((nowPrice() - price + WRAP_US) % WRAP_US) / 1000;
