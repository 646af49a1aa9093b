import type { NewsBegun, NewsEnded, NewsFrame, StreamError, StreamMark, StreamTick } from '@plimsoll/contract';

/** A message of `/stream`, by its interface in the contract. */
export interface Topic {
  readonly name: string;
  /** The contract's file, and the interface in it. */
  readonly file: 'market' | 'news';
  readonly shape: string;
  /** What a client sends for it. */
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

const LOGIN = '{"login":"kX0v…","lang":"en"}';
const begun: NewsBegun = { login: 'ok' };
const balance: NewsFrame<'balance'> = {
  event: 'balance',
  type: 2,
  coinId: 1,
  coinName: 'USDT',
  balance: '9985.00000000',
  dbalance: '20.00000000',
  all_zhprice: '10005.00000000',
};
const ended: NewsEnded = { error: 'login_required' };

/** All messages of `/stream`; the compiler checks each sample. */
export const TOPICS: readonly Topic[] = [
  { name: 'bar', file: 'market', shape: 'StreamTick', sent: '{"sub":"btcusdt_1"}', sample: bar },
  { name: 'mark', file: 'market', shape: 'StreamMark', sent: '{"sub":"btcusdt_mark"}', sample: mark },
  { name: 'error', file: 'market', shape: 'StreamError', sent: '{"sub":"nosuch_1"}', sample: error },
  { name: 'login', file: 'news', shape: 'NewsBegun', sent: LOGIN, sample: begun },
  { name: 'news', file: 'news', shape: 'NewsFields', sent: LOGIN, sample: balance },
  { name: 'ended', file: 'news', shape: 'NewsEnded', sent: LOGIN, sample: ended },
];
