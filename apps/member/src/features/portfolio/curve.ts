import type { PortfolioPoint } from '@plimsoll/contract/portfolio';

/** Which figure is drawn. */
export type CurveOf = 'profit' | 'worth';

/** A curve in a box of 1000 by 1000. Floats, for drawing alone. */
export interface Curve {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** The line that it is measured against: no profit, or the worth at the beginning. */
  readonly baseY: number;
  /** Lines of the grid, with what they stand for. */
  readonly grid: readonly { readonly y: number; readonly value: string }[];
}

const SIZE = 1000;
/** Room above and below. */
const ROOM = 0.08;
const LINES = 3;

/** A step of 1, 2 or 5 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10) * power;
}

/** A round number as a decimal of at most eight places. */
const decimalOf = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '') || '0';

/** The curve of a figure; of a single point, a flat one. */
export function curveOf(points: readonly PortfolioPoint[], of: CurveOf): Curve {
  // not money: places on the screen
  const values = points.map((point) => Number(point[of]));
  const times = points.map(({ time }) => Date.parse(time));
  const base = of === 'profit' ? 0 : (values[0] ?? 0);
  const [lowest, highest] = [Math.min(base, ...values), Math.max(base, ...values)];
  const height = highest - lowest || Math.max(1, Math.abs(base) / 50);
  const [low, high] = [lowest - height * ROOM, highest + height * ROOM];
  const yOf = (value: number): number => SIZE - ((value - low) / (high - low)) * SIZE;
  const [firstMs = 0, lastMs = firstMs] = [times[0], times.at(-1)];
  const length = lastMs - firstMs || 1;
  const step = roundStep(height / LINES);
  const grid = Array.from({ length: LINES * 2 + 2 }, (_, n) => (Math.ceil(low / step) + n) * step)
    .filter((value) => value < high && Math.abs(value - base) > step / 3)
    .map((value) => ({ y: yOf(value), value: decimalOf(value) }));
  return {
    xs: times.map((timeMs) => ((timeMs - firstMs) / length) * SIZE),
    ys: values.map(yOf),
    baseY: yOf(base),
    grid,
  };
}

const at = (value: number): string => value.toFixed(1);

/** The line of a curve as an SVG path. */
export const linePath = ({ xs, ys }: Curve): string =>
  xs.map((x, index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(ys[index] ?? 0)}`).join('');

/** What lies between a curve and its base line. */
export const areaPath = (curve: Curve): string =>
  `${linePath(curve)}L${at(curve.xs.at(-1) ?? 0)} ${at(curve.baseY)}L0 ${at(curve.baseY)}z`;

/** The point nearest to a share of the width; the latest of those within a share `covered` of it. */
export function nearest({ xs }: Curve, share: number, covered = 0): number {
  const x = share * SIZE;
  const closest = xs.reduce(
    (best, each, index) => (Math.abs(each - x) < Math.abs((xs[best] ?? 0) - x) ? index : best),
    0,
  );
  return Math.max(
    closest,
    xs.findLastIndex((each) => Math.abs(each - x) <= covered * SIZE),
  );
}

/**
 * The point of a time, also after the curve was read again: the first point and the last one move on with it, so it is
 * the next at or after that time.
 */
export function indexFrom(points: readonly PortfolioPoint[], time: string): number | undefined {
  const index = points.findIndex((point) => Date.parse(point.time) >= Date.parse(time));
  return index < 0 ? undefined : index;
}

const isMoved = ({ money_in: moneyIn, money_out: moneyOut }: PortfolioPoint): boolean =>
  /[1-9]/.test(moneyIn) || /[1-9]/.test(moneyOut);

/** Places of the points before which money came or went. */
export const movedAt = (points: readonly PortfolioPoint[]): readonly number[] =>
  points.flatMap((point, index) => (index > 0 && isMoved(point) ? [index] : []));

/** A bar of a split, in percent of the width: where it begins, and how long it is. */
interface SplitBar {
  readonly from: number;
  readonly length: number;
  readonly zero: number;
}

/** Bars from a common zero, of figures of either sign. */
export function splitBars(values: readonly string[]): readonly SplitBar[] {
  // not money: lengths on the screen
  const sizes = values.map(Number);
  const [lowest, highest] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  const whole = highest - lowest || 1;
  const zero = ((0 - lowest) / whole) * 100;
  return sizes.map((size) => ({
    zero,
    from: size < 0 ? zero + (size / whole) * 100 : zero,
    length: (Math.abs(size) / whole) * 100,
  }));
}

/** Places that a price is shown with: two, or six below one. */
export const pricePlaces = (price: string): number => (/^-?[1-9]/.test(price) ? 2 : 6);
