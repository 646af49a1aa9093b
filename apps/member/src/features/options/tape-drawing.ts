import { toNumber } from '@plimsoll/money';
import type { TapePoint } from './tape.ts';

/** A drawing of a stretch, in its own points. */
export interface TapeDrawing {
  readonly counted: string;
  readonly later: string;
  readonly area: string;
  readonly lineY: number;
  readonly expiryX: number;
  readonly exit: { readonly x: number; readonly y: number } | undefined;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Draws a stretch of the tape from the line on, as steps. Floats, for drawing. */
export function drawTape(
  ticks: readonly TapePoint[],
  expiresAtMs: number,
  decisive: TapePoint | undefined,
  { width, height, margin }: Frame,
): TapeDrawing {
  const [first] = ticks;
  const prices = ticks.map((tick) => toNumber(tick.price));
  const line = prices[0] ?? 0;
  const reach = Math.max(...prices.map((each) => Math.abs(each - line)), line * 1e-6, Number.MIN_VALUE);
  const from = first?.atMs ?? expiresAtMs - 1;
  const to = Math.max(expiresAtMs, ticks.at(-1)?.atMs ?? expiresAtMs);
  const xOf = (ms: number) => margin + ((Math.max(ms, from) - from) / Math.max(1, to - from)) * (width - 2 * margin);
  const yOf = (each: number) => height / 2 - ((each - line) / reach) * (height / 2 - margin);
  const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const path = (some: readonly TapePoint[], isOn: boolean) =>
    some
      .map((tick, at) => {
        const x = xOf(tick.atMs);
        return `${at === 0 && !isOn ? 'M' : `H${x.toFixed(1)}L`}${point(x, yOf(toNumber(tick.price)))}`;
      })
      .join('');
  const counting = ticks.filter((tick) => tick.atMs <= expiresAtMs);
  const last = counting.at(-1);
  const expiryX = xOf(expiresAtMs);
  const counted = `${path(counting, false)}${last ? `H${expiryX.toFixed(1)}` : ''}`;
  const later = ticks.slice(counting.length);
  const end = last && { x: xOf(last.atMs), y: yOf(toNumber(last.price)) };
  const exit = decisive && { x: xOf(decisive.atMs), y: yOf(toNumber(decisive.price)) };
  return {
    counted,
    later: end && later.length > 0 ? `M${point(expiryX, end.y)}${path(later, true)}` : '',
    area: last ? `${counted}V${(height / 2).toFixed(1)}H${xOf(from).toFixed(1)}Z` : '',
    lineY: height / 2,
    expiryX,
    exit,
  };
}
