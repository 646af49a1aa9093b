import { format, meanPrice, type Price } from '@plimsoll/money';
import { canonicalJson, hashOf, type Canonical } from './canonical.ts';

/** The best prices of one venue's book when a mark was made (RULES 2). */
export interface MarkSource {
  /** `htx`, `sim-1` */
  readonly name: string;
  readonly bid: Price;
  readonly ask: Price;
  /** The venue's own time. */
  readonly timeMs: number;
  /** The venue's number of that book, if any. */
  readonly seq?: number;
  /** The venue's id of its last trade by then, if any; can be looked up there. */
  readonly trade?: string;
}

/** The price that decides options at one moment (RULES 2). */
export interface Mark {
  /** By the platform's clock; never before the previous mark. */
  readonly timeMs: number;
  /** {@link medianMid} of its sources. */
  readonly price: Price;
  /** Every live source, by name. */
  readonly sources: readonly MarkSource[];
  /** Held back: too far from the previous mark without a second source's agreement. It settles nothing. */
  readonly held: boolean;
}

/** A mark on the tape. */
export interface TapeMark extends Mark {
  /** `btcusdt` */
  readonly market: string;
  /** Rises within a market. */
  readonly seq: number;
  /** Hash of the previous mark, 64 hex digits; zeros for a market's first. */
  readonly previous: string;
  readonly hash: string;
}

/**
 * The median of the mids of at least one source; of an even number the mean of the middle two, half-even at eight
 * places.
 */
export function medianMid(sources: readonly Pick<MarkSource, 'bid' | 'ask'>[]): Price {
  // Compares twice the mid, so that only the last step rounds.
  const sorted = sources.toSorted((a, b) => (a.bid + a.ask < b.bid + b.ask ? -1 : 1));
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return meanPrice(middle.flatMap(({ bid, ask }) => [bid, ask]));
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

const sourceFields = ({ name, bid, ask, timeMs, seq, trade }: MarkSource): Canonical => ({
  name,
  bid: format(bid),
  ask: format(ask),
  time: isoOf(timeMs),
  seq,
  trade,
});

/** The sources of a mark in canonical JSON, as stored on the tape. */
export const sourcesText = (sources: readonly MarkSource[]): string => canonicalJson(sources.map(sourceFields));

/** What a mark's hash covers: canonical JSON of all but the hash. `mark_hash` in the database spells it the same. */
export const markText = ({ market, seq, timeMs, price, previous, sources, held }: Omit<TapeMark, 'hash'>): string =>
  canonicalJson({
    market,
    seq,
    time: isoOf(timeMs),
    price: format(price),
    previous,
    sources: sources.map(sourceFields),
    held: held || undefined,
  });

/** The hash of a mark: SHA-256 of {@link markText}, as 64 hex digits. */
export const markHash = (mark: Omit<TapeMark, 'hash'>): string => hashOf(markText(mark));

/**
 * The first mark of a stretch whose hash is wrong, that does not name the previous one, is out of order, or whose price
 * is not the median of its sources; undefined when there is none.
 */
export function firstMarkBreak(marks: readonly TapeMark[]): TapeMark | undefined {
  return marks.find((mark, index) => {
    const before = marks[index - 1];
    const isNext =
      before === undefined ||
      (mark.previous === before.hash &&
        mark.seq > before.seq &&
        mark.timeMs >= before.timeMs &&
        mark.market === before.market);
    return (
      !isNext || mark.sources.length === 0 || mark.price !== medianMid(mark.sources) || mark.hash !== markHash(mark)
    );
  });
}
