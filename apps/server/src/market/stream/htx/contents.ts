import type { KlineBar } from '@plimsoll/contract';
import { toNumber } from '@plimsoll/money';
import { depthTick } from '../../htx-api/depth.ts';
import { barsBetween } from '../../htx-api/kline.ts';
import { bestBeside, dayTick, tradeGroup, tradeRow } from '../../htx-api/shapes.ts';
import type { LiveData } from '../../live-data.ts';
import type { RecentTrades } from '../../recent-trades.ts';
import type { Market } from '../../types.ts';
import type { BookChanges } from './book-changes.ts';
import type { HtxTopic } from './topic-name.ts';

const LEVELS = 150;
/** Maximum bars or trades of an answer. */
const MAX_ASKED = 300;

export interface Sources {
  readonly data: LiveData;
  readonly trades: RecentTrades;
  readonly books: BookChanges;
}

/** The push of a topic (HTX's `tick`); undefined for none. */
export function tickOf({ data, trades, books }: Sources, market: Market, topic: HtxTopic): object | undefined {
  switch (topic.about) {
    case 'kline':
      return data.candles(market.id, topic.period, 1)[0];
    case 'depth':
      return depthTick(data, market, topic.step, LEVELS);
    case 'bbo':
      return bboTick(data, market);
    case 'detail':
      return detailTick(data, market);
    case 'ticker':
      return tickerTick(data, market);
    case 'trade': {
      const last = trades.last(market.id);
      return last && tradeGroup(data, last, 'tradeId');
    }
    case 'mbp':
      return books.last(market.id, topic.levels);
    case 'refresh':
      return books.whole(market.id, topic.levels);
  }
}

/** The first push to a new follower: the position of `mbp`, nothing for past trades, else the current state. */
export function greetingOf(sources: Sources, market: Market, topic: HtxTopic): object | undefined {
  if (topic.about === 'trade') return undefined;
  return topic.about === 'mbp' ? sources.books.standing(market.id) : tickOf(sources, market, topic);
}

export interface Asked {
  readonly fromS: number | undefined;
  readonly toS: number | undefined;
}

/**
 * The answer to a request (HTX's `data`): bars oldest first, trades newest first; undefined where HTX has no answer.
 */
export function dataOf(
  { data, trades, books }: Sources,
  market: Market,
  topic: HtxTopic,
  asked: Asked,
): object | undefined {
  switch (topic.about) {
    case 'kline':
      return barsBetween(data, market, topic.period, asked, MAX_ASKED).toReversed() satisfies KlineBar[];
    case 'depth':
      return depthTick(data, market, topic.step, LEVELS);
    case 'detail':
      return detailTick(data, market);
    case 'trade':
      return trades.newest(market.id, MAX_ASKED).map((trade) => tradeRow(data, trade, 'tradeId'));
    case 'mbp':
      return books.whole(market.id, topic.levels);
    case 'bbo':
    case 'ticker':
    case 'refresh':
      return undefined;
  }
}

function detailTick(data: LiveData, market: Market): object {
  const day = dayTick(data, market);
  return { ...day, version: day.id };
}

function bboTick(data: LiveData, market: Market): object {
  const book = data.book(market.id);
  return { seqId: book?.seq ?? 0, ...bestBeside(book), quoteTime: book ? data.timeOf(book) : 0, symbol: market.symbol };
}

function tickerTick(data: LiveData, market: Market): object {
  const { id: _, ...day } = dayTick(data, market);
  const last = data.lastTick(market.id);
  return {
    ...day,
    ...bestBeside(data.book(market.id)),
    lastPrice: last ? toNumber(last.price) : 0,
    lastSize: last ? toNumber(last.size) : 0,
  };
}
