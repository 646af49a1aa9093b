import { price } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartOrder } from '../chart/index.ts';
import type { MarkPoint } from './mark-feed.ts';
import { separated, drawnSinceMs, drawTicks, hasRoom, SPAN, wordsAlong } from './tick-drawing.ts';

const T = 1_000_000_000;
const points = (...prices: readonly (readonly [afterMs: number, at: string])[]): MarkPoint[] =>
  prices.map(([afterMs, at], seq) => ({ seq: seq + 1, atMs: T + afterMs, price: price(at) }));
const order = (of: Partial<ChartOrder> = {}): ChartOrder => ({
  id: 1,
  direction: 'up',
  entryPrice: '100',
  placedAtMs: T,
  expiresAtMs: T + 60_000,
  ...of,
});
const flat = (from: number, to: number): MarkPoint[] =>
  points(
    ...Array.from(
      { length: (to - from) / 1000 + 1 },
      (_each, at) => [from + at * 1000, String(100 + (at % 3))] as const,
    ),
  );

test('the line begins at its mark, the newest mark follows, and the expiry is before the right edge', () => {
  const {
    lines: [line],
    last,
    area,
  } = drawTicks(flat(-30_000, 20_000), [order()]);
  expect(line?.fromX).toBeGreaterThan(0);
  expect(line?.untilX).toBeLessThan(SPAN);
  expect(last?.x).toBeGreaterThan(line?.fromX ?? SPAN);
  expect(last?.x).toBeLessThan(line?.untilX ?? 0);
  expect(area).toContain(`L${last?.x.toFixed(1)} ${line?.y.toFixed(1)}Z`);
});

test("the area in the member's favour has the ink of winning, on either side of the line", () => {
  const marks = flat(-30_000, 20_000);
  expect(drawTicks(marks, [order()]).above).toBe('up');
  expect(drawTicks(marks, [order({ direction: 'down' })]).above).toBe('down');
});

test('a far expiry is not in view, and an old line begins at the left edge', () => {
  const {
    lines: [line],
    last,
  } = drawTicks(flat(-300_000, 300_000), [order({ expiresAtMs: T + 600_000 })]);
  expect(line).toMatchObject({ fromX: 0, untilX: undefined });
  expect(last?.x).toBeGreaterThan(0.9 * SPAN);
});

test('every price and line is within the drawing, even without movement or marks', () => {
  const { lines, last, grid } = drawTicks(points([0, '100'], [1000, '100']), [
    order({ entryPrice: '100' }),
    order({ id: 2, entryPrice: '90' }),
  ]);
  for (const y of [...lines.map((line) => line.y), last?.y ?? -1, ...grid.map((each) => each.y)]) {
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(SPAN);
  }
  expect(grid.length).toBeGreaterThan(1);
  expect(drawTicks([], [])).toMatchObject({ path: '', area: '', last: undefined, grid: [] });
  expect(drawTicks([], [order()]).lines).toHaveLength(1);
});

test('between one minute and four are drawn', () => {
  expect(drawnSinceMs([], T)).toBe(T - 60_000);
  expect(drawnSinceMs([order({ placedAtMs: T - 1_000 })], T)).toBe(T - 60_000);
  expect(drawnSinceMs([order({ placedAtMs: T - 100_000 })], T)).toBe(T - 110_000);
  expect(drawnSinceMs([order({ placedAtMs: T - 500_000 })], T)).toBe(T - 240_000);
});

test('tags do not overlap, and the newest price keeps its place', () => {
  const tags = separated(
    [
      { kind: 'line', y: 505, price: 'a' },
      { kind: 'now', y: 500, price: 'b' },
      { kind: 'line', y: 510, price: 'c' },
      { kind: 'line', y: 480, price: 'd' },
    ],
    75,
  );
  const ys = tags.map(({ y }) => y).toSorted((a, b) => a - b);
  expect(tags.find(({ kind }) => kind === 'now')?.y).toBe(500);
  expect(ys.slice(1).every((y, at) => y - (ys[at] ?? 0) >= 75)).toBe(true);
  expect([hasRoom(500, tags, 75), hasRoom(900, tags, 75)]).toEqual([false, true]);
});

test('of overlapping words the more important one is written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.double({ min: 0, max: SPAN, noNaN: true }) }), { maxLength: 6 }),
      fc.integer({ min: 40, max: 900 }),
      fc.integer({ min: 20, max: 200 }),
      (words, width, wordWidth) => {
        const placed = wordsAlong(words, width, wordWidth);
        expect(placed[0]?.x).toBe(words[0]?.x);
        for (const [at, { middle }] of placed.entries()) {
          expect(middle).toBeGreaterThanOrEqual(wordWidth / 2);
          expect(placed.slice(0, at).every((other) => Math.abs(other.middle - middle) > wordWidth)).toBe(true);
        }
      },
    ),
  );
  expect(wordsAlong([{ x: 100 }, { x: 250 }, { x: 900 }], 300, 60).map(({ x }) => x)).toEqual([100, 900]);
});
