import type { Page } from 'playwright-core';

export interface Frames {
  /** Time from each frame to the next. */
  readonly betweenMs: readonly number[];
  /** Main-thread time of each frame: scripts, styles, layout, painting. */
  readonly workMs: readonly number[];
}

export const watchFrames = (page: Page, forMs: number): Promise<Frames> =>
  page.evaluate(
    (lengthMs) =>
      new Promise<Frames>((resolve) => {
        const betweenMs: number[] = [];
        const workMs: number[] = [];
        const { port1, port2 } = new MessageChannel();
        const beganAt = performance.now();
        let lastAt: number | undefined;
        let workFrom = 0;
        // A message sent before a frame is drawn arrives after it.
        port1.addEventListener('message', () => workMs.push(performance.now() - workFrom));
        port1.start();
        const look = (atMs: number) => {
          if (lastAt !== undefined) betweenMs.push(atMs - lastAt);
          lastAt = atMs;
          workFrom = atMs;
          port2.postMessage(null);
          if (performance.now() - beganAt < lengthMs) requestAnimationFrame(look);
          else resolve({ betweenMs, workMs });
        };
        requestAnimationFrame(look);
      }),
    forMs,
  );
