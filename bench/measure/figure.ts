import { median } from './stats.ts';

/** One figure of the bar: what was measured, and how that stands to its limit. */
export interface Figure {
  readonly what: string;
  /** What was measured, with its unit. */
  readonly measured: string;
  /** What it is held against in the same run, with its unit; null when the limit is absolute. */
  readonly against: string | null;
  /** What is compared with the limit: a ratio, or the measured value itself. */
  readonly value: number;
  /** `×`, or the unit of an absolute limit. */
  readonly unit: string;
  /** Null when the figure is shown for comparison only. */
  readonly limit: { readonly atLeast: number } | { readonly atMost: number } | null;
}

export type Verdict = 'reached' | 'missed' | 'shown';

/** The same thing measured in several rounds. */
export interface Rounds {
  readonly values: readonly number[];
  /** Writes a value with its unit. */
  readonly text: (value: number) => string;
}

/**
 * A figure held against something measured in turns with it: what counts is the middle of the rounds' ratios, as a busy
 * moment touches both.
 */
export function ratioFigure(what: string, ours: Rounds, theirs: Rounds, limit: Figure['limit']): Figure {
  const ratios = ours.values.map((value, round) => value / (theirs.values[round] ?? Number.NaN));
  const middle = ({ values, text }: Rounds) => text(median(values));
  return { what, measured: middle(ours), against: middle(theirs), value: median(ratios), unit: '×', limit };
}

/** A value that is not a number, because something could not be measured, is missed. */
export function verdictOf({ value, limit }: Figure): Verdict {
  if (limit === null) return 'shown';
  const isReached = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  return isReached ? 'reached' : 'missed';
}

const written = (value: number, unit: string): string =>
  `${unit === '×' ? value.toFixed(2) : String(Math.round(value * 1000) / 1000)} ${unit}`;

/** `1.83 ×`, `312.4 MiB`. */
export const valueText = ({ value, unit }: Figure): string => written(value, unit);

/** `≥ 1.5 ×`; empty when there is none. */
export function limitText({ limit, unit }: Figure): string {
  if (limit === null) return '';
  return 'atLeast' in limit ? `≥ ${limit.atLeast} ${unit}` : `≤ ${limit.atMost} ${unit}`;
}

/** The figure as one line, the verdict first. */
export function lineOf(figure: Figure): string {
  const { what, measured, against, unit } = figure;
  const compared =
    against === null
      ? unit === '×'
        ? `${measured}: ${valueText(figure)}`
        : measured
      : `${measured} against ${against}: ${valueText(figure)}`;
  const limit = limitText(figure);
  return `${verdictOf(figure).padEnd(7)}  ${what}: ${compared}${limit === '' ? '' : ` (limit ${limit})`}`;
}
