import type { Direction } from '@plimsoll/proof';
import type { Track } from './track.ts';

/** From seeing a trade to the order's acceptance, in milliseconds. */
const REACTION_MS = 200;
const TREND = 10;
/** Imbalance of the book that counts as a signal. */
const HEAVIER = 1.5;
/** Depth of a thin book, as a share of the recent average. */
const THIN = 0.8;
const LATELY = 200;
/** Options of one burst, all with one expiry. */
const BURST = 10;
const BURST_EVERY_MS = 10_000;
/** Silence of the tape after which the next trade is due. */
const QUIET_MS = 600;

/** A stake: direction, acceptance, and how many at once. */
export interface Stake {
  readonly direction: Direction;
  readonly acceptedMs: number;
  readonly times: number;
}

/** A way to play options with public data: its stake after one trade, given tape and book up to then. */
export interface Strategy {
  readonly name: string;
  /** Depends on seconds, which candles do not have. */
  readonly isQuick?: true;
  decide(track: Track, index: number): Stake | undefined;
}

const stake = (track: Track, index: number, lean: number, times = 1): Stake | undefined =>
  lean === 0 || Number.isNaN(lean)
    ? undefined
    : { direction: lean > 0 ? 'up' : 'down', acceptedMs: track.timeAt(index) + REACTION_MS, times };

/** Middle of the book less the last trade: positive after a sale at the bid. */
const bounceOf = (track: Track, index: number): number => track.midAt(index) - track.lastAt(index);

/** A member who knows the book this many seconds before the tape. */
const lead = (seconds: number): Strategy => ({
  name: `lead of ${seconds} s`,
  isQuick: true,
  decide(track, index) {
    const known = track.indexAt(track.timeAt(index) + REACTION_MS + seconds * 1000);
    return stake(track, index, track.midAt(known) - track.lastAt(index));
  },
});

function depthLately(track: Track, index: number): number {
  let all = 0;
  for (let back = 1; back <= LATELY; back += 10) {
    const { bids, asks } = track.depthAt(index - back);
    all += bids + asks;
  }
  return all / (LATELY / 10);
}

/** Strategies with public data only. The coin is the baseline: the cost of the terms. */
export const STRATEGIES: readonly Strategy[] = [
  { name: 'coin', decide: (track, index) => stake(track, index, (Math.imul(index, 0x9e3779b1) >>> 16) & 1 ? 1 : -1) },
  { name: 'bounce', decide: (track, index) => stake(track, index, bounceOf(track, index)) },
  {
    name: 'book imbalance',
    decide(track, index) {
      const { bids, asks } = track.depthAt(index);
      return stake(track, index, bids > asks * HEAVIER ? 1 : asks > bids * HEAVIER ? -1 : 0);
    },
  },
  {
    name: 'momentum',
    decide: (track, index) =>
      index < TREND ? undefined : stake(track, index, track.midAt(index) - track.midAt(index - TREND)),
  },
  {
    name: 'mean reversion',
    decide: (track, index) =>
      index < TREND ? undefined : stake(track, index, track.midAt(index - TREND) - track.lastAt(index)),
  },
  lead(0.1),
  lead(0.25),
  lead(0.5),
  lead(1),
  lead(2),
  {
    name: 'bursts on one expiry',
    decide(track, index) {
      const isFirst =
        Math.floor(track.timeAt(index) / BURST_EVERY_MS) !== Math.floor(track.timeAt(index - 1) / BURST_EVERY_MS);
      return isFirst ? stake(track, index, bounceOf(track, index), BURST) : undefined;
    },
  },
  {
    name: 'thin hours',
    decide(track, index) {
      if (index < LATELY) return undefined;
      const { bids, asks } = track.depthAt(index);
      return bids + asks < THIN * depthLately(track, index) ? stake(track, index, bounceOf(track, index)) : undefined;
    },
  },
  {
    name: 'quiet second before expiry',
    isQuick: true,
    decide(track, index) {
      const acceptedMs = track.timeAt(index) + QUIET_MS;
      if (track.indexAt(acceptedMs) !== index) return undefined;
      const leaning = stake(track, index, bounceOf(track, index));
      return leaning && { ...leaning, acceptedMs };
    },
  },
];
