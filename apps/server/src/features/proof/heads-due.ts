import type { TapeHead } from './entries/head-entries.ts';
import type { MadeEntry } from './entries/made-entry.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** After an option ended its market's tape is followed so long: a void is decided within it. */
const BUSY_MS = 61_000;

/** A moment that is no more than so long ago, by a clock that may be set back. */
const isWithin = (sinceMs: number, nowMs: number, lengthMs: number): boolean =>
  nowMs >= sinceMs && nowMs - sinceMs < lengthMs;

interface Followed {
  loggedMs: number;
  completeToMs: number;
}

/**
 * When ends of tapes and chains go into the log (PROOF 2.1): a tape's each second while an option on its market runs or
 * ended less than 61 s ago, else each minute; chains' each minute. Forgotten at a start, after which all are due.
 */
export class HeadsDue {
  readonly #tapes = new Map<string, Followed>();
  readonly #busyMs = new Map<string, number>();
  readonly #chains = new Map<string, string>();
  #lookedMs = Number.NEGATIVE_INFINITY;
  #chainsMs = Number.NEGATIVE_INFINITY;

  /** Whether anything falls due without news: tapes while an option is followed, all of it each minute. */
  isDue(nowMs: number): boolean {
    const isFollowing = [...this.#busyMs.values()].some((sinceMs) => isWithin(sinceMs, nowMs, BUSY_MS));
    return this.areChainsDue(nowMs) || !isWithin(this.#lookedMs, nowMs, isFollowing ? SECOND_MS : MINUTE_MS);
  }

  /** Whether all tapes are looked at: at most each second, but where an option was placed. */
  areTapesLookedAt(nowMs: number): boolean {
    return !isWithin(this.#lookedMs, nowMs, SECOND_MS);
  }

  areChainsDue(nowMs: number): boolean {
    return !isWithin(this.#chainsMs, nowMs, MINUTE_MS);
  }

  /** Options that ended since then are followed: asked at a start alone, later ones were seen while they ran. */
  endedSince(nowMs: number): Date | null {
    return this.#lookedMs === Number.NEGATIVE_INFINITY ? new Date(nowMs - BUSY_MS) : null;
  }

  /** Whether an end of this market's tape was logged since the start. */
  isKnown(marketId: string): boolean {
    return this.#tapes.has(marketId);
  }

  /** An end of this market's tape is logged for its first option. */
  logged(marketId: string, completeToMs: number, nowMs: number): void {
    this.#tapes.set(marketId, { loggedMs: nowMs, completeToMs });
  }

  /** Those of all markets' that are due; they count as logged. */
  dueTapes(heads: readonly TapeHead[], nowMs: number): readonly TapeHead[] {
    this.#lookedMs = nowMs;
    return heads.filter(({ marketId, completeToMs, isBusy }) => {
      const last = this.#tapes.get(marketId);
      if (isBusy) this.#busyMs.set(marketId, nowMs);
      const isFollowed = isWithin(this.#busyMs.get(marketId) ?? Number.NEGATIVE_INFINITY, nowMs, BUSY_MS);
      const isDue =
        !last ||
        (completeToMs > last.completeToMs && !isWithin(last.loggedMs, nowMs, isFollowed ? SECOND_MS : MINUTE_MS));
      if (isDue) this.#tapes.set(marketId, { loggedMs: nowMs, completeToMs });
      return isDue;
    });
  }

  /** Those of all chains' that have moved; they count as logged. */
  dueChains(entries: readonly MadeEntry[], nowMs: number): readonly MadeEntry[] {
    this.#chainsMs = nowMs;
    return entries.filter(({ type, line }) => {
      const end = line.replace(/"at":"[^"]*"/, '');
      if (this.#chains.get(type) === end) return false;
      this.#chains.set(type, end);
      return true;
    });
  }
}
