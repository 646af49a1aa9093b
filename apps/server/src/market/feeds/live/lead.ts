import type { RawQuote } from '../feed.ts';

/** Maximum age of a venue's quote (RULES 2). */
const LIVES_MS = 5_000;
/** How long a preferred venue must be good before it takes the lead again. */
const PROVEN_MS = 10_000;
/** Maximum error of a leader's clock: trades at a wrong time would shut out the next leader's. */
const CLOCK_OFF_MS = 2_000;
/** Maximum deviation of a leader's price from the others', as a fraction. */
const STRAY = 0.005;

interface Standing {
  receivedMs: number;
  sourceTimeMs: number;
  clockOffMs: number;
  mid: number;
  goodSinceMs: number | undefined;
}

/** True for a quote that can be traded at. */
const isUsable = ({ bid, ask }: RawQuote): boolean => bid > 0 && ask > bid && Number.isFinite(ask);

function median(mids: readonly number[]): number {
  const sorted = mids.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/**
 * Decides which venue leads one market, with its book and trades: the first in order that is live, has a good clock
 * and, of three or more, no deviating price. A failed one leads again only after being good for a while.
 */
export class Lead {
  readonly #order: readonly string[];
  readonly #standings = new Map<string, Standing>();
  #leader: string | undefined;

  constructor(order: readonly string[]) {
    this.#order = order;
  }

  get leader(): string | undefined {
    return this.#leader;
  }

  /** Records a venue's quote, unless it is older than the last. */
  note(raw: RawQuote, nowMs: number): void {
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

  drop(venue: string): void {
    this.#standings.delete(venue);
  }

  /** Decides again. Without a live venue the leader stays. */
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

  /** Venues that can lead, in order; those with a poor clock or price only without better ones. */
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
