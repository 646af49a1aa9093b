import { price, toNumber } from '@plimsoll/money';
import type { ChartOrder } from '../chart/index.ts';
import type { MarkPoint } from './mark-feed.ts';
import { wouldBe } from './returns.ts';

/** Width and height of the drawing, which is stretched to its place. */
export const SPAN = 1000;

/** How much is shown before the line. */
const LEAD_MS = 10_000;
const MAX_PAST_MS = 240_000;
const MIN_PAST_MS = 60_000;
/** A nearer expiry is in view. */
const AHEAD_MS = 120_000;
/** Room after the last of what is in view, as a share of it. */
const ROOM = 0.06;
/** Without options, how much of the width lies before the newest mark. */
const PAD_MS = 8_000;
/** Room above and below, as a share of the prices' span. */
const MARGIN = 0.16;
/** A constant price spans this share of itself. */
const MIN_SPAN = 2e-5;
const GRID_LINES = 4;

interface LineDrawn {
  readonly id: number;
  readonly entryPrice: string;
  readonly y: number;
  readonly fromX: number;
  readonly untilX: number | undefined;
  readonly expiresAtMs: number;
}

/** Places of marks and lines, 0 to {@link SPAN}. Floats, for drawing. */
export interface TickDrawing {
  readonly path: string;
  /** Between the marks and the line of the option that ends first; empty without one. */
  readonly area: string;
  readonly above: 'up' | 'down';
  readonly lines: readonly LineDrawn[];
  readonly last: { readonly x: number; readonly y: number } | undefined;
  /** Prices across, with as many decimals as distinguish them. */
  readonly grid: readonly { readonly y: number; readonly price: string }[];
}

/** The moment from which marks are drawn, when the newest is of `nowMs`. */
export const drawnSinceMs = (orders: readonly ChartOrder[], nowMs: number): number =>
  Math.max(nowMs - MAX_PAST_MS, Math.min(nowMs - MIN_PAST_MS, ...orders.map(({ placedAtMs }) => placedAtMs - LEAD_MS)));

function stepOf(span: number): number {
  const raw = span / GRID_LINES;
  const unit = 10 ** Math.floor(Math.log10(raw));
  return unit * ([1, 2, 5].find((times) => times * unit >= raw) ?? 10);
}

function gridOf(low: number, high: number, yOf: (at: number) => number): TickDrawing['grid'] {
  const step = stepOf(high - low);
  const places = Math.min(8, Math.max(0, -Math.floor(Math.log10(step))));
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.max(0, Math.floor(high / step) - first + 1) },
    (_each, at) => (first + at) * step,
  ).map((at) => ({ y: yOf(at), price: at.toFixed(places) }));
}

/** Draws a market's marks with the lines of its open options; a near expiry is in view. */
export function drawTicks(points: readonly MarkPoint[], orders: readonly ChartOrder[]): TickDrawing {
  const nowMs = points.at(-1)?.atMs ?? 0;
  const since = drawnSinceMs(orders, nowMs);
  // The mark before the edge leads in.
  const from = Math.max(0, points.findIndex(({ atMs }) => atMs >= since) - 1);
  const shown = points.slice(from).map(({ atMs, price: at }) => ({ atMs, at: toNumber(at) }));
  const near = orders
    .filter(({ expiresAtMs }) => expiresAtMs <= nowMs + AHEAD_MS)
    .map(({ expiresAtMs }) => expiresAtMs);
  const until = Math.max(nowMs, ...near);
  const end = until + Math.max(PAD_MS, (until - since) * ROOM);
  const entries = orders.map(({ entryPrice }) => toNumber(price(entryPrice)));
  const [low, high] = spanOf([...shown.map(({ at }) => at), ...entries]);
  const xOf = (atMs: number) => Math.max(0, ((atMs - since) / Math.max(1, end - since)) * SPAN);
  const yOf = (at: number) => SPAN - ((at - low) / (high - low)) * SPAN;
  const steps = shown.map(({ atMs, at }) => `${xOf(atMs).toFixed(1)} ${yOf(at).toFixed(1)}`);
  const first = orders.toSorted((a, b) => a.expiresAtMs - b.expiresAtMs)[0];
  const newest = shown.at(-1);
  return {
    path: steps.length === 0 ? '' : `M${steps.join('L')}`,
    area: first
      ? areaOf(
          shown.filter(({ atMs }) => atMs >= first.placedAtMs),
          xOf,
          yOf,
          yOf(toNumber(price(first.entryPrice))),
        )
      : '',
    above: first && wouldBe(first.direction, 'above') === 'lose' ? 'down' : 'up',
    lines: orders.map(({ id, entryPrice, placedAtMs, expiresAtMs }, at) => ({
      id,
      entryPrice,
      y: yOf(entries[at] ?? 0),
      fromX: xOf(placedAtMs),
      untilX: expiresAtMs <= end ? xOf(expiresAtMs) : undefined,
      expiresAtMs,
    })),
    last: newest && { x: xOf(newest.atMs), y: yOf(newest.at) },
    grid: shown.length === 0 ? [] : gridOf(low, high, yOf),
  };
}

function spanOf(prices: readonly number[]): readonly [low: number, high: number] {
  if (prices.length === 0) return [0, 1];
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const span = Math.max(highest - lowest, highest * MIN_SPAN, Number.MIN_VALUE);
  const middle = (lowest + highest) / 2;
  return [middle - span * (0.5 + MARGIN), middle + span * (0.5 + MARGIN)];
}

function areaOf(
  marks: readonly { readonly atMs: number; readonly at: number }[],
  xOf: (atMs: number) => number,
  yOf: (at: number) => number,
  lineY: number,
): string {
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) return '';
  const along = marks.map(({ atMs, at }) => `${xOf(atMs).toFixed(1)} ${yOf(at).toFixed(1)}`).join('L');
  return `M${xOf(first.atMs).toFixed(1)} ${lineY.toFixed(1)}L${along}L${xOf(last.atMs).toFixed(1)} ${lineY.toFixed(1)}Z`;
}

/** A word at the price scale. */
export interface ScaleTag {
  readonly y: number;
  readonly price: string;
  readonly kind: 'now' | 'line';
}

/** How far a word may reach over the price scale, in pixels. */
const OVERHANG = 16;
/** Minimum gap between two words, in pixels. */
const WORD_GAP = 6;

/** Words along an edge, most important first, without those that would overlap: each with its middle in pixels. */
export function wordsAlong<Word extends { readonly x: number }>(
  words: readonly Word[],
  width: number,
  wordWidth: number,
): readonly (Word & { readonly middle: number })[] {
  const placed: (Word & { readonly middle: number })[] = [];
  for (const word of words) {
    const middle = Math.max(wordWidth / 2, Math.min((word.x / SPAN) * width, width - OVERHANG));
    if (placed.every((other) => Math.abs(other.middle - middle) >= wordWidth + WORD_GAP))
      placed.push({ ...word, middle });
  }
  return placed;
}

/** Moves tags of lines away from the newest mark's and from each other, by at least `gap`. */
export function separated(tags: readonly ScaleTag[], gap: number): readonly ScaleTag[] {
  const now = tags.filter(({ kind }) => kind === 'now');
  const from = now[0]?.y ?? 0;
  const placed: ScaleTag[] = [];
  let [upTo, downTo] =
    now.length === 0 ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [from - gap, from + gap];
  for (const tag of tags.filter(({ kind, y }) => kind === 'line' && y < from).toSorted((a, b) => b.y - a.y)) {
    const y = Math.min(tag.y, upTo);
    upTo = y - gap;
    placed.push({ ...tag, y });
  }
  for (const tag of tags.filter(({ kind, y }) => kind === 'line' && y >= from).toSorted((a, b) => a.y - b.y)) {
    const y = Math.max(tag.y, downTo);
    downTo = y + gap;
    placed.push({ ...tag, y });
  }
  return [...now, ...placed];
}

/** True when a price of the grid has room beside the tags. */
export const hasRoom = (y: number, tags: readonly ScaleTag[], gap: number): boolean =>
  tags.every((tag) => Math.abs(tag.y - y) >= gap);
