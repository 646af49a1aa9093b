import { amountOfUnits, priceOfUnits, type Amount, type Price } from '@plimsoll/money';
import type { MarkSource } from '@plimsoll/proof';
import type { TickName } from './tape/store.ts';
import type { Book, Level, MarketMark, Tick } from './types.ts';

/** What the leader publishes to the other processes. */
export type News =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'book'; readonly book: Book }
  | { readonly kind: 'mark'; readonly mark: MarketMark }
  /** The last tick of each market that is on the tape. */
  | { readonly kind: 'written'; readonly names: readonly TickName[] }
  | { readonly kind: 'quarantined'; readonly counts: readonly (readonly [marketId: string, count: number])[] }
  /** Everything published so far is in the database; `isNewPast` when earlier candles changed. */
  | { readonly kind: 'kept'; readonly isNewPast: boolean };

/** News with the term of its lease: a process that lost the lease is ignored. */
export interface PublishedNews {
  readonly term: number;
  readonly news: News;
}

type WrittenLevel = readonly [price: string, size: string];
type WrittenSource = readonly [
  name: string,
  bid: string,
  ask: string,
  timeMs: number,
  seq: number | null,
  trade: string | null,
];
type Written =
  | readonly [
      't',
      term: number,
      marketId: string,
      seq: number,
      sourceTimeMs: number,
      receiveTimeMs: number,
      price: string,
      size: string,
      source?: string,
    ]
  | readonly [
      'b',
      term: number,
      marketId: string,
      seq: number,
      tickSeq: number,
      sourceTimeMs: number,
      receiveTimeMs: number,
      bids: readonly WrittenLevel[],
      asks: readonly WrittenLevel[],
    ]
  | readonly [
      'm',
      term: number,
      marketId: string,
      seq: number,
      timeMs: number,
      price: string,
      held: boolean,
      sources: readonly WrittenSource[],
    ]
  | readonly ['w', term: number, names: readonly (readonly [marketId: string, seq: number])[]]
  | readonly ['q', term: number, counts: readonly (readonly [marketId: string, count: number])[]]
  | readonly ['k', term: number, isNewPast: boolean];

// Whole units of 10⁻⁸, as in memory.
const readPrice = (text: string): Price => priceOfUnits(BigInt(text));
const readSize = (text: string): Amount => amountOfUnits(BigInt(text));
const writeLevels = (levels: readonly Level[]): WrittenLevel[] =>
  levels.map(({ price, size }) => [String(price), String(size)]);
const readLevels = (levels: readonly WrittenLevel[]): Level[] =>
  levels.map(([price, size]) => ({ price: readPrice(price), size: readSize(size) }));

const writeSource = ({ name, bid, ask, timeMs, seq, trade }: MarkSource): WrittenSource => [
  name,
  String(bid),
  String(ask),
  timeMs,
  seq ?? null,
  trade ?? null,
];
const readSource = ([name, bid, ask, timeMs, seq, trade]: WrittenSource): MarkSource => ({
  name,
  bid: readPrice(bid),
  ask: readPrice(ask),
  timeMs,
  ...(seq === null ? {} : { seq }),
  ...(trade === null ? {} : { trade }),
});

function written({ term, news }: PublishedNews): Written {
  switch (news.kind) {
    case 'tick': {
      const { marketId, seq, sourceTimeMs, receiveTimeMs, price, size, source } = news.tick;
      const named = source === undefined ? ([] as const) : ([source] as const);
      return ['t', term, marketId, seq, sourceTimeMs, receiveTimeMs, String(price), String(size), ...named];
    }
    case 'book': {
      const { marketId, seq, tickSeq, sourceTimeMs, receiveTimeMs, bids, asks } = news.book;
      return ['b', term, marketId, seq, tickSeq, sourceTimeMs, receiveTimeMs, writeLevels(bids), writeLevels(asks)];
    }
    case 'mark': {
      const { marketId, seq, timeMs, price, held, sources } = news.mark;
      return ['m', term, marketId, seq, timeMs, String(price), held, sources.map(writeSource)];
    }
    case 'written':
      return ['w', term, news.names.map(({ marketId, seq }) => [marketId, seq])];
    case 'quarantined':
      return ['q', term, news.counts];
    case 'kept':
      return ['k', term, news.isNewPast];
  }
}

/** News as text for the bus. */
export const writeNews = (news: PublishedNews): string => JSON.stringify(written(news));

/** Reads what {@link writeNews} wrote; the bus accepts signed messages only. */
export function readNews(text: string): PublishedNews {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- signed by a process of this version, thousands a second
  const read = JSON.parse(text) as Written;
  switch (read[0]) {
    case 't': {
      const [, term, marketId, seq, sourceTimeMs, receiveTimeMs, price, size, source] = read;
      const tick = {
        marketId,
        seq,
        sourceTimeMs,
        receiveTimeMs,
        price: readPrice(price),
        size: readSize(size),
      };
      return { term, news: { kind: 'tick', tick: source === undefined ? tick : { ...tick, source } } };
    }
    case 'b': {
      const [, term, marketId, seq, tickSeq, sourceTimeMs, receiveTimeMs, bids, asks] = read;
      return {
        term,
        news: {
          kind: 'book',
          book: { marketId, seq, tickSeq, sourceTimeMs, receiveTimeMs, bids: readLevels(bids), asks: readLevels(asks) },
        },
      };
    }
    case 'm': {
      const [, term, marketId, seq, timeMs, price, held, sources] = read;
      return {
        term,
        news: {
          kind: 'mark',
          mark: { marketId, seq, timeMs, price: readPrice(price), held, sources: sources.map(readSource) },
        },
      };
    }
    case 'w':
      return { term: read[1], news: { kind: 'written', names: read[2].map(([marketId, seq]) => ({ marketId, seq })) } };
    case 'q':
      return { term: read[1], news: { kind: 'quarantined', counts: read[2] } };
    case 'k':
      return { term: read[1], news: { kind: 'kept', isNewPast: read[2] } };
  }
}
