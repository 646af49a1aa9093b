import { useFreshness } from '../../platform/connection.ts';
import { OLD_AFTER_MS, type ChartMarket, type ChartOrder } from '../chart/index.ts';
import { placesOfMarket } from '../market/index.ts';
import { drawnSinceMs, drawTicks } from './tick-drawing.ts';
import { useMark, useMarkPoints } from './use-mark.ts';

/** Marks are asked for from whole steps, so that a later look asks for the same. */
const ASK_STEP_MS = 60_000;

/** The marks of a market since its oldest open option, and their drawing. */
export function useTicks(market: ChartMarket, orders: readonly ChartOrder[]) {
  const mark = useMark(market.symbol);
  const sinceMs = mark && Math.floor(drawnSinceMs(orders, mark.madeAtMs) / ASK_STEP_MS) * ASK_STEP_MS;
  const points = useMarkPoints(market.symbol, sinceMs);
  const { isOld } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const drawing = drawTicks(points, orders);
  const places = placesOfMarket({ price_step: market.priceStep });
  const newest = points.at(-1);
  /** The open option that expires first. */
  const first = orders.toSorted((a, b) => a.expiresAtMs - b.expiresAtMs)[0];
  return { mark, points, drawing, newest, first, isOld, places };
}

/** The times along the edges: expiries above, the newest option and the newest mark below. */
export function edgesOf({ drawing, newest }: ReturnType<typeof useTicks>, orders: readonly ChartOrder[]) {
  const expiries = drawing.lines
    .flatMap(({ untilX, expiresAtMs }) => (untilX === undefined ? [] : [{ x: untilX, atMs: expiresAtMs }]))
    .toSorted((a, b) => a.x - b.x);
  const latest = drawing.lines.at(-1);
  const begun = [
    ...(latest && latest.fromX > 0
      ? [{ x: latest.fromX, atMs: orders.find(({ id }) => id === latest.id)?.placedAtMs ?? 0 }]
      : []),
    ...(newest && drawing.last ? [{ x: drawing.last.x, atMs: newest.atMs }] : []),
  ];
  return { expiries, begun };
}
