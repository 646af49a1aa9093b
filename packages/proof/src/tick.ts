import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { format, type Amount, type Price } from '@plimsoll/money';

/** An accepted tick as the tape keeps it (RULES 2). */
export interface TapeTick {
  /** `btcusdt` */
  readonly symbol: string;
  /** Rises within a market, by any amount. */
  readonly seq: number;
  /** Which feed said it: `simulated`, `replay` or `htx`. */
  readonly source: string;
  /** When the source says it happened. */
  readonly sourceTimeMs: number;
  /** When the server had it, by its clock; never before the tick in front of it. */
  readonly receiveTimeMs: number;
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
  /** The hash of the tick in front of it, 64 hex digits; {@link FIRST_PREVIOUS} for a market's first. */
  readonly previous: string;
  readonly hash: string;
}

/** What stands in a market's first tick for the hash in front of it. */
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

/** The hash a tick must carry: SHA-256 of {@link tickText}, as 64 hex digits. */
export const tickHash = (tick: Omit<TapeTick, 'hash'>): string => bytesToHex(sha256(utf8ToBytes(tickText(tick))));

/**
 * The first tick of an unbroken stretch that does not carry its own hash, does not name the one in front, or is out of
 * order; undefined when all do.
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
