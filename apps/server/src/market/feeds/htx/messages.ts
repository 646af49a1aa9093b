import { gunzipSync } from 'node:zlib';
import type { RawLevel } from '../feed.ts';

/** A trade as HTX tells it; figures that are no numbers are NaN, and the intake's to refuse. */
export interface HtxTrade {
  readonly id: number;
  readonly ts: number;
  readonly price: number;
  /** In base. */
  readonly amount: number;
}

/** What HTX's WebSocket says, as far as it concerns us. */
export type HtxMessage =
  | { readonly kind: 'ping'; readonly ping: number }
  | { readonly kind: 'trades'; readonly symbol: string; readonly trades: readonly HtxTrade[] }
  | {
      readonly kind: 'depth';
      readonly symbol: string;
      readonly ts: number;
      readonly seq?: number;
      readonly bids: readonly RawLevel[];
      readonly asks: readonly RawLevel[];
    }
  | { readonly kind: 'answer' }
  | { readonly kind: 'error'; readonly words: string }
  | { readonly kind: 'garbage' };

/** Larger frames are not unpacked: a book of every level is a few hundred kilobytes. */
const MAX_UNPACKED = 8 * 1024 * 1024;
const GARBAGE: HtxMessage = { kind: 'garbage' };
const TRADES = /^market\.([a-z0-9]+)\.trade\.detail$/;
const DEPTH = /^market\.([a-z0-9]+)\.depth\.step0$/;

/** The topic of a market's trades. */
export const tradesTopic = (symbol: string): string => `market.${symbol}.trade.detail`;
/** The topic of a market's book: twenty levels a side or more, whole, about once a second. */
export const depthTopic = (symbol: string): string => `market.${symbol}.depth.step0`;

/** What an error says, at a length a log can bear. */
export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : 'no words').slice(0, 200);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** Reads a frame as it came: gzip, or text. Whatever cannot be read is garbage. */
export function readFrame(frame: Buffer, isBinary: boolean): HtxMessage {
  let message: unknown;
  try {
    message = JSON.parse((isBinary ? gunzipSync(frame, { maxOutputLength: MAX_UNPACKED }) : frame).toString());
  } catch {
    return GARBAGE;
  }
  return isFields(message) ? readMessage(message) : GARBAGE;
}

function readMessage(message: Fields): HtxMessage {
  if (typeof message['ping'] === 'number') return { kind: 'ping', ping: message['ping'] };
  if (message['status'] === 'error')
    return { kind: 'error', words: wordsOf(message['err-msg'] ?? message['err-code']) };
  if (message['status'] === 'ok') return { kind: 'answer' };
  const { ch, tick } = message;
  if (typeof ch !== 'string' || !isFields(tick)) return GARBAGE;
  const tradesOf = TRADES.exec(ch)?.[1];
  if (tradesOf !== undefined) return readTrades(tradesOf, tick['data']);
  const depthOf = DEPTH.exec(ch)?.[1];
  return depthOf === undefined ? GARBAGE : readDepth(depthOf, tick, message['ts']);
}

function readTrades(symbol: string, data: unknown): HtxMessage {
  if (!Array.isArray(data) || !data.every(isFields)) return GARBAGE;
  const trades = data.map((each) => ({
    id: number(each['tradeId'] ?? each['id']),
    ts: number(each['ts']),
    price: number(each['price']),
    amount: number(each['amount']),
  }));
  // HTX does not say in which order one push lists its trades.
  return { kind: 'trades', symbol, trades: trades.toSorted((a, b) => a.ts - b.ts || a.id - b.id) };
}

function readDepth(symbol: string, tick: Fields, ts: unknown): HtxMessage {
  const bids = readSide(tick['bids']);
  const asks = readSide(tick['asks']);
  const version = number(tick['version']);
  const named = Number.isSafeInteger(version) && version >= 0 ? { seq: version } : {};
  return bids && asks ? { kind: 'depth', symbol, ts: number(tick['ts'] ?? ts), ...named, bids, asks } : GARBAGE;
}

function readSide(side: unknown): RawLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const levels: RawLevel[] = [];
  for (const level of side) {
    if (!Array.isArray(level)) return undefined;
    levels.push([number(level[0]), number(level[1])]);
  }
  return levels;
}
