import { median } from './stats.ts';

export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The reference measured in the same run, with its unit; null when the limit is absolute. */
  readonly against: string | null;
  /** What the limit applies to: a ratio, or the measured value itself. */
  readonly value: number;
  /** `×`, or the unit of an absolute limit. */
  readonly unit: string;
  /** Null when the figure is shown only. */
  readonly limit: { readonly atLeast: number } | { readonly atMost: number } | null;
}

export type Verdict = 'reached' | 'missed' | 'shown';

export interface Rounds {
  readonly values: readonly number[];
  readonly text: (value: number) => string;
}

/**
 * A figure against a reference measured in turns: the median of the rounds' ratios, because a busy moment affects both.
 */
export function ratioFigure(what: string, ours: Rounds, theirs: Rounds, limit: Figure['limit']): Figure {
  const ratios = ours.values.map((value, round) => value / (theirs.values[round] ?? Number.NaN));
  const middle = ({ values, text }: Rounds) => text(median(values));
  return { what, measured: middle(ours), against: middle(theirs), value: median(ratios), unit: '×', limit };
}

/** NaN, which stands for what could not be measured, is missed. */
export function verdictOf({ value, limit }: Figure): Verdict {
  if (limit === null) return 'shown';
  const isReached = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  return isReached ? 'reached' : 'missed';
}

const written = (value: number, unit: string): string =>
  `${unit === '×' ? value.toFixed(2) : String(Math.round(value * 1000) / 1000)} ${unit}`;

/** `1.83 ×`, `312.4 MiB`. */
export const valueText = ({ value, unit }: Figure): string => written(value, unit);

/** `≥ 1.5 ×`; empty without a limit. */
export function limitText({ limit, unit }: Figure): string {
  if (limit === null) return '';
  return 'atLeast' in limit ? `≥ ${limit.atLeast} ${unit}` : `≤ ${limit.atMost} ${unit}`;
}

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
