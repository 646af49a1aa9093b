import type { IPrimitivePaneRenderer } from 'lightweight-charts';
import type { Inks } from './inks.ts';

/** The library's drawing target. */
export type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** The load line's own drawing, 22 pixels wide, with the parts of the logo. */
const RADIUS = 6.75;
const WIDTH = 1.5;
const ARMS = 10.5;
const HALO_WIDTH = 4;

/** Draws the load line's ring with its centre at `x`, `y`. */
export function drawRing(context: CanvasRenderingContext2D, x: number, y: number, inks: Inks): void {
  context.setLineDash([]);
  context.beginPath();
  context.arc(x, y, RADIUS, 0, 2 * Math.PI);
  context.fillStyle = inks.ground;
  context.fill();
  context.beginPath();
  context.arc(x, y, RADIUS, 0, Math.PI);
  context.fillStyle = inks.water;
  context.fill();
  context.beginPath();
  context.arc(x, y, RADIUS, 0, 2 * Math.PI);
  context.strokeStyle = inks.mark;
  context.lineWidth = WIDTH;
  context.stroke();
  context.fillStyle = inks.mark;
  context.fillRect(x - ARMS, y - WIDTH / 2, 2 * ARMS, WIDTH);
}

/** Draws a horizontal line over the whole pane. */
export function drawAcross(
  context: CanvasRenderingContext2D,
  y: number,
  width: number,
  color: string,
  dash: readonly number[],
): void {
  context.beginPath();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash([...dash]);
  context.moveTo(0, Math.round(y) + 0.5);
  context.lineTo(width, Math.round(y) + 0.5);
  context.stroke();
  context.setLineDash([]);
}

/** Draws words from `x` on, with a halo. */
export function drawWords(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  base: number,
  inks: Inks,
  align: CanvasTextAlign = 'left',
): void {
  context.font = `600 ${inks.fontSize}px ${inks.font}`;
  context.lineJoin = 'round';
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.strokeStyle = inks.ground;
  context.lineWidth = HALO_WIDTH;
  context.strokeText(words, x, base);
  context.fillStyle = inks.ink;
  context.fillText(words, x, base);
}
