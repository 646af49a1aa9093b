import type { Strand } from '../simulated/strand.ts';
import type { FileMinute } from './candle-file.ts';

const MINUTE_MS = 60_000;
/** Enough to touch open, both extremes and close. */
const FEWEST = 4;
const MAX = 600;
/** More than that: the draws of one minute after the other. */
const DRAWS = 1024;
/** How far the walk strays from the straight way between two of its corners, as a part of the minute's range. */
const STRAY = 0.12;

/** A trade inside a minute of the file. */
export interface WalkStep {
  /** Time in the file. */
  readonly fileMs: number;
  readonly price: number;
  /** In base. */
  readonly size: number;
}

/** How many trades a minute of the file shows. */
export const stepsPerMinute = (wanted: number): number => Math.min(MAX, Math.max(FEWEST, Math.ceil(wanted)));

/** Time in the file of a minute's step. */
export const stepTime = (minute: FileMinute, step: number, steps: number): number =>
  minute.startMs + Math.floor(((step + 0.5) * MINUTE_MS) / steps);

/** Two steps between the first and the last, the earlier first: where the extremes are touched. */
function corners(minute: FileMinute, steps: number, strand: Strand): readonly [number, number] {
  const inner = steps - 2;
  const first = 1 + strand.below(inner, 1, minute.startMs);
  const other = 1 + strand.below(inner - 1, 2, minute.startMs);
  const second = other >= first ? other + 1 : other;
  return first < second ? [first, second] : [second, first];
}

/**
 * The walk through one minute: from its open over both extremes to its close, never outside them. The nearer extreme to
 * the open comes first. Pure in (strand, minute, steps); `onStep` puts a price where the market's prices lie.
 */
export function walkMinute(
  minute: FileMinute,
  steps: number,
  strand: Strand,
  onStep: (price: number) => number,
): WalkStep[] {
  const { open, high, low, close } = minute;
  const [early, late] = corners(minute, steps, strand);
  const upFirst = high - open < open - low;
  const way: readonly (readonly [step: number, price: number])[] = [
    [0, open],
    [early, upFirst ? high : low],
    [late, upFirst ? low : high],
    [steps - 1, close],
  ];
  const first = Math.floor(minute.startMs / MINUTE_MS) * DRAWS;
  const weights = Array.from({ length: steps }, (_, step) => -Math.log(strand.uniform(0, first + step)));
  const weight = weights.reduce((total, each) => total + each, 0);
  return weights.map((share, step) => {
    const price = between(way, step) + strayAt(way, step) * STRAY * (high - low) * strand.normal(0, first + step);
    return {
      fileMs: stepTime(minute, step, steps),
      price: within(minute, onStep(within(minute, price))),
      size: (minute.volume * share) / weight,
    };
  });
}

/** A price not outside the minute's extremes. */
const within = ({ low, high }: FileMinute, price: number): number => Math.min(high, Math.max(low, price));

type Way = readonly (readonly [step: number, price: number])[];

function between(way: Way, step: number): number {
  const { from, to, part } = legAt(way, step);
  return from + (to - from) * part;
}

/** 0 at the corners, most in the middle of a leg. */
function strayAt(way: Way, step: number): number {
  const { part } = legAt(way, step);
  return Math.sqrt(part * (1 - part)) * 2;
}

function legAt(way: Way, step: number): { from: number; to: number; part: number } {
  const next = Math.max(
    1,
    way.findIndex(([corner]) => corner >= step),
  );
  const [fromStep, from] = way[next - 1] as Way[number];
  const [toStep, to] = way[next] as Way[number];
  return { from, to, part: (step - fromStep) / (toStep - fromStep) };
}
