import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

/** How a page loads for the first time on a slow processor. */
export interface SlowLoad {
  /** Tasks of more than 50 ms, in which no tap is answered, in ms. */
  readonly longTasksMs: readonly number[];
  /** When the largest thing of the first picture was painted, in ms. */
  readonly largestPaintMs: number;
}

/** Watched this long after the network is idle: timers of the first picture have run, and nothing is loaded ahead yet. */
const WATCHED_MS = 2500;

/** Keeps long tasks and the largest paint in `slow`. */
function keepSlow(): void {
  const slow = { longTasksMs: new Array<number>(), largestPaintMs: Number.NaN };
  Object.assign(globalThis, { slow });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) slow.longTasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) slow.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Loads a page on a phone without any cache, the processor so many times slower. */
export async function slowLoad(
  browser: Browser,
  { url, times, token }: { readonly url: string; readonly times: number; readonly token?: string },
): Promise<SlowLoad> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  });
  try {
    if (token !== undefined) await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    await context.addInitScript(keepSlow);
    const page = await context.newPage();
    const debug = await context.newCDPSession(page);
    await debug.send('Emulation.setCPUThrottlingRate', { rate: times });
    await page.goto(url, { waitUntil: 'networkidle' });
    await delay(WATCHED_MS);
    return await page.evaluate<SlowLoad>('globalThis.slow');
  } finally {
    await context.close();
  }
}
