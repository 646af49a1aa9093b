import { format, type Amount, type Price } from '@plimsoll/money';
import { hashOf } from './canonical.ts';

/** How much a book offers at a price. */
export interface BookLevel {
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
}

/** A book that orders were filled from, as kept for ever (RULES 3). */
export interface KeptBook {
  /** `btcusdt` */
  readonly market: string;
  readonly seq: number;
  /** When the platform received it. */
  readonly timeMs: number;
  /** Best first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Hash of the book kept before it, 64 hex digits; zeros for a market's first. */
  readonly previous: string;
}

/** Levels in canonical JSON, as stored: `[["99.00000000","1.50000000"]]`. */
export const levelsText = (levels: readonly BookLevel[]): string =>
  `[${levels.map(({ price, size }) => `["${format(price)}","${format(size)}"]`).join(',')}]`;

/** What a book's hash covers, in canonical JSON. `spot_book_hash` in the database spells it the same. */
export const bookText = ({ market, seq, timeMs, bids, asks, previous }: KeptBook): string =>
  `{"asks":${levelsText(asks)},"bids":${levelsText(bids)},"market":"${market}","previous":"${previous}","seq":${seq},"time":"${new Date(timeMs).toISOString()}"}`;

/** The hash of a kept book: SHA-256 of {@link bookText}, as 64 hex digits. */
export const bookHash = (book: KeptBook): string => hashOf(bookText(book));
