import { rate } from '@plimsoll/money';
import { DEMO_TERMS } from '../../apps/server/src/features/options/terms.ts';
import { Estimate, type Expectation } from './estimate.ts';
import type { DealingRules } from './rules.ts';
import { SPOT_PLAYS } from './spot-plays.ts';
import { STRATEGIES, type Stake, type Strategy } from './strategies.ts';
import type { Track } from './track.ts';

/** Expected return of one strategy on one market, for one duration or for spot. */
export interface Row extends Expectation {
  readonly source: string;
  readonly strategy: string;
  readonly market: string;
  readonly seconds: number | null;
}

/** Tracks of one market, and the decisions each strategy takes on all of them. */
export interface Ground {
  readonly source: string;
  readonly tracks: readonly Track[];
  readonly decisions: number;
}

const TERMS = DEMO_TERMS.map(([seconds, each]) => ({ seconds, rate: rate(each) }));
/** Decisions of one such stretch are one block; longer than any option. */
const BLOCK_MS = 20 * 60_000;
const COARSE_BLOCK_MS = 12 * 60 * 60_000;
/** No decision this close to the end of a track, in milliseconds. */
const LAST_MS = 10.5 * 60_000;
const MINUTE_S = 60;

/** At most `most` of these, evenly spread. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, nth) => Math.floor((nth * all.length) / most)).flatMap((at) =>
    all.slice(at, at + 1),
  );
}

/** Candles are one path for every seed, so all decisions in one stretch of it are one block. */
const blockOf = (track: Track, nth: number, ms: number): string =>
  track.isCoarse ? `candles ${Math.floor(ms / COARSE_BLOCK_MS)}` : `${nth}.${Math.floor(ms / BLOCK_MS)}`;

/** Number of indexes that may be decided at: their options end within the track. */
const decidable = (track: Track): number => track.indexAt(track.timeAt(track.length - 1) - LAST_MS);

function stakesOf(strategy: Strategy, track: Track): Stake[] {
  const stakes: Stake[] = [];
  for (let index = 1; index <= decidable(track); index += 1) {
    const stake = strategy.decide(track, index);
    if (stake) stakes.push(stake);
  }
  return stakes;
}

function optionRows(rules: DealingRules, { source, tracks, decisions }: Ground, strategy: Strategy): Row[] {
  const terms = TERMS.filter(({ seconds }) => !tracks[0]?.isCoarse || seconds % MINUTE_S === 0);
  const estimates = terms.map(() => new Estimate());
  for (const [nth, track] of tracks.entries()) {
    const each = decisions / tracks.length;
    for (const { direction, acceptedMs, times } of spread(stakesOf(strategy, track), each)) {
      const line = rules.line(track, acceptedMs);
      if (!line) continue;
      const block = blockOf(track, nth, acceptedMs);
      for (const [at, { seconds, rate: pays }] of terms.entries()) {
        const profit = rules.outcome(track, { line, direction, seconds, rate: pays });
        for (let time = 0; time < times; time += 1) estimates[at]?.add(block, profit);
      }
    }
  }
  return terms.map(({ seconds }, at) => ({
    source,
    strategy: strategy.name,
    market: tracks[0]?.market.title ?? '',
    seconds,
    ...(estimates[at] ?? new Estimate()).expectation,
  }));
}

function spotRows(rules: DealingRules, { source, tracks, decisions }: Ground): Row[] {
  return SPOT_PLAYS.map(({ name, play }) => {
    const estimate = new Estimate();
    for (const [nth, track] of tracks.entries()) {
      const indexes = Array.from({ length: Math.max(0, decidable(track)) }, (_, index) => index + 1);
      for (const index of spread(indexes, decisions / tracks.length)) {
        const profit = play(track, index, rules.dealer(track));
        if (profit !== undefined) estimate.add(blockOf(track, nth, track.timeAt(index)), profit);
      }
    }
    return { source, strategy: name, market: tracks[0]?.market.title ?? '', seconds: null, ...estimate.expectation };
  });
}

/** Plays every strategy on one market by these rules. */
export function playAll(rules: DealingRules, ground: Ground): Row[] {
  const isCoarse = ground.tracks[0]?.isCoarse === true;
  const options = STRATEGIES.filter(({ isQuick }) => !(isQuick && isCoarse)).flatMap((strategy) =>
    optionRows(rules, ground, strategy),
  );
  return [...options, ...(isCoarse ? [] : spotRows(rules, ground))];
}

/** Rows whose whole interval is above zero. */
export const winning = (rows: readonly Row[]): Row[] => rows.filter(({ low }) => low > 0);
