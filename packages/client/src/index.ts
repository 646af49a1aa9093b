/** A client of Plimsoll's member API for browsers and Node: fetch and WebSocket, and nothing else. */
export {
  createClient,
  type Answers,
  type CallName,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Takes,
} from './client.ts';
export { Lost, Refused } from './failures.ts';
export type { Bar, Mark, News, NewsFrame, Stream, StreamOptions } from './stream.ts';
export type { Decimal, Flag, Id, Time } from './values.ts';
