import type { Strand } from '../simulated/strand.ts';
import type { FileMinute } from './candle-file.ts';

const MINUTE_MS = 60_000;
const FEWEST = 4;
const MAX = 600;
/** Random draws reserved for each minute; more than `MAX`. */
const DRAWS = 1024;
/** Deviation from the straight line between two corners, as a part of the minute's range. */
const STRAY = 0.12;

export interface WalkStep {
  readonly fileMs: number;
  readonly price: number;
  /** In base. */
  readonly size: number;
}

/** The number of trades that a minute of the file becomes. */
export const stepsPerMinute = (wanted: number): number => Math.min(MAX, Math.max(FEWEST, Math.ceil(wanted)));

/** Time in the file of a minute's step. */
export const stepTime = (minute: FileMinute, step: number, steps: number): number =>
  minute.startMs + Math.floor(((step + 0.5) * MINUTE_MS) / steps);

/** Two steps between the first and the last, in order, at which the extremes are touched. */
function corners(minute: FileMinute, steps: number, strand: Strand): readonly [number, number] {
  const inner = steps - 2;
  const first = 1 + strand.below(inner, 1, minute.startMs);
  const other = 1 + strand.below(inner - 1, 2, minute.startMs);
  const second = other >= first ? other + 1 : other;
  return first < second ? [first, second] : [second, first];
}

/**
 * The walk through one minute: from open over both extremes, the nearer one first, to close, never outside. Pure in
 * (strand, minute, steps); `onStep` rounds a price to the market's step.
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

/** A price limited to the minute's range. */
const within = ({ low, high }: FileMinute, price: number): number => Math.min(high, Math.max(low, price));

type Way = readonly (readonly [step: number, price: number])[];
const NO_CORNER: Way[number] = [Number.NaN, Number.NaN];

function between(way: Way, step: number): number {
  const { from, to, part } = legAt(way, step);
  return from + (to - from) * part;
}

/** 0 at the corners, largest in the middle of a leg. */
function strayAt(way: Way, step: number): number {
  const { part } = legAt(way, step);
  return Math.sqrt(part * (1 - part)) * 2;
}

function legAt(way: Way, step: number): { from: number; to: number; part: number } {
  const next = Math.max(
    1,
    way.findIndex(([corner]) => corner >= step),
  );
  const [fromStep, from] = way[next - 1] ?? NO_CORNER;
  const [toStep, to] = way[next] ?? NO_CORNER;
  return { from, to, part: (step - fromStep) / (toStep - fromStep) };
}
