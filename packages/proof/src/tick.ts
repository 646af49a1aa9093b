import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { format, type Amount, type Price } from '@plimsoll/money';

/** An accepted tick on the tape (RULES 2). */
export interface TapeTick {
  /** `btcusdt` */
  readonly symbol: string;
  /** Rises within a market, by any amount. */
  readonly seq: number;
  /** The feed it came from: `simulated`, `replay` or a venue, such as `htx`. */
  readonly source: string;
  /** By the source's clock. */
  readonly sourceTimeMs: number;
  /** When the server received it, by its clock; never before the previous tick. */
  readonly receiveTimeMs: number;
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
  /** Hash of the previous tick, 64 hex digits; {@link FIRST_PREVIOUS} for a market's first. */
  readonly previous: string;
  readonly hash: string;
}

/** The `previous` of a market's first tick or mark. */
export const FIRST_PREVIOUS = '0'.repeat(64);

/** What a tick's hash covers, line by line. `tape_append` in the database spells it the same. */
export const tickText = ({
  previous,
  symbol,
  seq,
  source,
  sourceTimeMs,
  receiveTimeMs,
  price,
  size,
}: Omit<TapeTick, 'hash'>): string =>
  [previous, symbol, seq, source, sourceTimeMs, receiveTimeMs, format(price), format(size)].join('\n');

/** The hash of a tick: SHA-256 of {@link tickText}, as 64 hex digits. */
export const tickHash = (tick: Omit<TapeTick, 'hash'>): string => bytesToHex(sha256(utf8ToBytes(tickText(tick))));

/**
 * The first tick of a stretch whose hash is wrong, that does not name the previous one, or is out of order; undefined
 * when there is none.
 */
export function firstBreak(ticks: readonly TapeTick[]): TapeTick | undefined {
  return ticks.find((tick, index) => {
    const before = ticks[index - 1];
    const isNext =
      before === undefined ||
      (tick.previous === before.hash && tick.seq > before.seq && tick.receiveTimeMs >= before.receiveTimeMs);
    return !isNext || tick.hash !== tickHash(tick);
  });
}
