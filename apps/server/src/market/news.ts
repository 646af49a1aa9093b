import type { Amount, Price } from '@plimsoll/money';
import type { MarkSource } from '@plimsoll/proof';
import type { TickName } from './tape/store.ts';
import type { Book, Level, MarketMark, Tick } from './types.ts';

/** What the process that runs the feed tells the others. */
export type News =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'book'; readonly book: Book }
  | { readonly kind: 'mark'; readonly mark: MarketMark }
  /** The tape has come so far. */
  | { readonly kind: 'written'; readonly names: readonly TickName[] }
  /** So much of a market was not used since midnight, UTC. */
  | { readonly kind: 'quarantined'; readonly counts: readonly (readonly [marketId: string, count: number])[] }
  /** Everything told so far is in the database; `isNewPast` when candles changed that were there before. */
  | { readonly kind: 'kept'; readonly isNewPast: boolean };

/** News, and the term of the lease it was told in: a process that lost the lease is not listened to. */
export interface Told {
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

// Whole units of 10⁻⁸, as they are in memory: every process runs the same lines.
const writeLevels = (levels: readonly Level[]): WrittenLevel[] =>
  levels.map(({ price, size }) => [String(price), String(size)]);
const readLevels = (levels: readonly WrittenLevel[]): Level[] =>
  levels.map(([price, size]) => ({ price: BigInt(price) as Price, size: BigInt(size) as Amount }));

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
  bid: BigInt(bid) as Price,
  ask: BigInt(ask) as Price,
  timeMs,
  ...(seq === null ? {} : { seq }),
  ...(trade === null ? {} : { trade }),
});

function written({ term, news }: Told): Written {
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

/** As it goes over the bus. */
export const writeNews = (told: Told): string => JSON.stringify(written(told));

/** Reads what {@link writeNews} wrote: what else comes over the bus is refused before, by its signature. */
export function readNews(text: string): Told {
  const read = JSON.parse(text) as Written;
  switch (read[0]) {
    case 't': {
      const [, term, marketId, seq, sourceTimeMs, receiveTimeMs, price, size, source] = read;
      const tick = {
        marketId,
        seq,
        sourceTimeMs,
        receiveTimeMs,
        price: BigInt(price) as Price,
        size: BigInt(size) as Amount,
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
          mark: { marketId, seq, timeMs, price: BigInt(price) as Price, held, sources: sources.map(readSource) },
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
