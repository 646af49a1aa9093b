/** What listens: our own adapter of HTX's protocol, or ccxt's. */
export type Listening = 'own' | 'ccxt';
/** What is told: trades, the same to both; or books, to each by the stream it asks for. */
export type Kind = 'trades' | 'books';

/** What one listener is to do, as its first argument. */
export interface Job {
  readonly listening: Listening;
  readonly kind: Kind;
  readonly port: number;
}

/** What it took since it was last asked. */
export interface Took {
  /** Processor time, in microseconds. */
  readonly cpuUs: number;
  /** How many prices were told on: of books that came together only the last counts. */
  readonly heard: number;
  /** From sent to told, middle and 99th of a hundred, in milliseconds. */
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Prices name the moment a message was sent, in microseconds of the last thousand seconds. */
const WRAP_US = 1_000_000_000;
export const nowPrice = (): number =>
  (Math.round((performance.timeOrigin + performance.now()) * 1000) % WRAP_US) + WRAP_US;
/** How long ago a message of this price was sent, in milliseconds. */
export const sinceMs = (price: number): number => ((nowPrice() - price + WRAP_US) % WRAP_US) / 1000;
