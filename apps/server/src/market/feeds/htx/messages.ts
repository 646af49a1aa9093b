import { gunzipSync } from 'node:zlib';
import { isFields, type Fields } from '../../fields.ts';
import type { RawLevel } from '../feed.ts';

/** A trade of HTX; figures that are no numbers are NaN, to be refused on acceptance. */
export interface HtxTrade {
  readonly id: number;
  readonly ts: number;
  readonly price: number;
  readonly amount: number;
}

/** Messages of HTX's WebSocket that are used. */
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
  /** `topic` of the subscription that it answers. */
  | { readonly kind: 'error'; readonly words: string; readonly topic: string }
  | { readonly kind: 'garbage' };

/** Maximum unpacked size: a whole book is a few hundred kilobytes. */
const MAX_UNPACKED = 8 * 1024 * 1024;
const GARBAGE: HtxMessage = { kind: 'garbage' };
const TRADES = /^market\.([a-z0-9]+)\.trade\.detail$/;
const DEPTH = /^market\.([a-z0-9]+)\.depth\.step0$/;

/** The topic of a market's trades. */
export const tradesTopic = (symbol: string): string => `market.${symbol}.trade.detail`;
/** The topic of a market's book: whole, at least twenty levels a side, about once a second. */
export const depthTopic = (symbol: string): string => `market.${symbol}.depth.step0`;

/** An error's text, shortened for the log. */
export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : 'no words').slice(0, 200);

const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** Parses a frame: gzip, or text. Anything unreadable is garbage. */
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
    return { kind: 'error', words: wordsOf(message['err-msg'] ?? message['err-code']), topic: wordsOf(message['id']) };
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
  // HTX does not define the order of trades in a push.
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
