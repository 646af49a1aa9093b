import type { RawQuote } from '../feed.ts';

/** A venue's book counts for so long without a newer one (RULES 2). */
const LIVES_MS = 5_000;
/** So long an earlier venue must have been good without a break before it takes the lead back. */
const PROVEN_MS = 10_000;
/** Trades of a venue whose clock is further off would stand at the wrong time, and shut out those of the next. */
const CLOCK_OFF_MS = 2_000;
/** A venue whose price is further than this fraction from what the others say does not lead. */
const STRAY = 0.005;

/** What one venue last said of one market. */
interface Standing {
  receivedMs: number;
  sourceTimeMs: number;
  clockOffMs: number;
  mid: number;
  /** Since when it could lead without a break; undefined while it could not. */
  goodSinceMs: number | undefined;
}

/** Whether what a venue says of a market can be dealt at. */
const isUsable = ({ bid, ask }: RawQuote): boolean => bid > 0 && ask > bid && Number.isFinite(ask);

function median(mids: readonly number[]): number {
  const sorted = mids.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/**
 * Decides which venue gives one market its book and its trades: the first in order that lives, has a clock near ours
 * and, of three or more, no price of its own. One that fell out takes the lead back only once it has been good for a
 * while.
 */
export class Lead {
  readonly #order: readonly string[];
  readonly #standings = new Map<string, Standing>();
  #leader: string | undefined;

  /** @param order the venues, the preferred first. */
  constructor(order: readonly string[]) {
    this.#order = order;
  }

  /** Who led when it was last decided; undefined before anybody spoke. */
  get leader(): string | undefined {
    return this.#leader;
  }

  /** Notes what a venue says of its book; one that is older than the one before is no word of it. */
  hear(raw: RawQuote, nowMs: number): void {
    if (!isUsable(raw)) return this.drop(raw.source);
    const { source, sourceTimeMs, bid, ask } = raw;
    const before = this.#standings.get(source);
    if (before && sourceTimeMs < before.sourceTimeMs) return;
    const clockOffMs = Math.abs(sourceTimeMs - nowMs);
    this.#standings.set(source, {
      receivedMs: nowMs,
      sourceTimeMs,
      clockOffMs,
      mid: (bid + ask) / 2,
      goodSinceMs: before?.goodSinceMs,
    });
  }

  /** A venue says nothing any more. */
  drop(venue: string): void {
    this.#standings.delete(venue);
  }

  /** Decides anew. With nobody alive whoever led still does: there is nobody better. */
  decide(nowMs: number): string | undefined {
    const good = this.#candidates(nowMs);
    for (const [venue, standing] of this.#standings)
      standing.goodSinceMs = good.includes(venue) ? (standing.goodSinceMs ?? nowMs) : undefined;
    const leader = this.#leader;
    if (leader === undefined || !good.includes(leader)) {
      this.#leader = good[0] ?? leader;
      return this.#leader;
    }
    const proven = good.find((venue) => nowMs - (this.#standings.get(venue)?.goodSinceMs ?? nowMs) >= PROVEN_MS);
    if (proven !== undefined && this.#order.indexOf(proven) < this.#order.indexOf(leader)) this.#leader = proven;
    return this.#leader;
  }

  /**
   * Those that can lead, in order: with a good clock and price where there are any, else better a poor one than none.
   */
  #candidates(nowMs: number): readonly string[] {
    const standings = this.#order.flatMap((venue) => {
      const standing = this.#standings.get(venue);
      return standing && Math.abs(nowMs - standing.receivedMs) <= LIVES_MS ? [{ venue, ...standing }] : [];
    });
    const middle = median(standings.map(({ mid }) => mid));
    const fair =
      standings.length < 3 ? standings : standings.filter(({ mid }) => Math.abs(mid - middle) <= middle * STRAY);
    const timely = fair.filter(({ clockOffMs }) => clockOffMs <= CLOCK_OFF_MS);
    const found = [timely, fair, standings].find((each) => each.length > 0) ?? [];
    return found.map(({ venue }) => venue);
  }
}
