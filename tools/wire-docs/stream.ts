import type { StreamError, StreamMark, StreamTick } from '@plimsoll/contract';

/** A message of `/stream`, by its interface in the contract. */
export interface Topic {
  readonly name: string;
  /** The interface in the contract's file of market data. */
  readonly shape: string;
  /** What a client sends to subscribe. */
  readonly sent: string;
  readonly sample: object;
}

const bar: StreamTick = {
  symbol: 'btcusdt',
  resolution: '1',
  tick: { id: 1_795_426_200, open: 64_000, high: 64_010.5, low: 63_990, close: 64_001.25, vol: 12.5 },
  ts: 1_795_426_218_250,
};
const mark: StreamMark = {
  symbol: 'btcusdt',
  mark: { seq: 52_001, price: '64001.25000000', sources: 3 },
  ts: 1_795_426_218_250,
  age: 12,
};
const error: StreamError = { error: 'unknown_key', sub: 'nosuch_1' };

/** All messages of `/stream`; the compiler checks each sample. */
export const TOPICS: readonly Topic[] = [
  { name: 'bar', shape: 'StreamTick', sent: '{"sub":"btcusdt_1"}', sample: bar },
  { name: 'mark', shape: 'StreamMark', sent: '{"sub":"btcusdt_mark"}', sample: mark },
  { name: 'error', shape: 'StreamError', sent: '{"sub":"nosuch_1"}', sample: error },
];
