import type { Browser, Page } from 'playwright-core';
import { registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import { watchFrames } from './chart/frames.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { withBrowser } from './web/browser.ts';

// The live chart in a real browser: 1 000 bars, ten updates a second from the real server, and the time of its frames.
// An empty page in the same browser is the baseline.

const BARS = 1_000;
const UPDATES_PER_S = 10;
const WATCHED_MS = 20_000;
const EMPTY_MS = 5_000;
/** Limit of a frame, and the refresh interval at 60 Hz. */
const FRAME_MS = 16.7;
const REFRESH_MS = 1000 / 60;
const ZOOM_OUTS = 8;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;
const p95 = (values: readonly number[]): number => tenths(quantile(values, 0.95));
/** Times between frames in whole refreshes: browsers round the time of a frame to a tenth. */
const inRefreshes = (values: readonly number[]): number[] =>
  values.map((value) => Math.round(value / REFRESH_MS) * REFRESH_MS);

/** Opens the spot screen on its minute chart and scrolls back until it holds all the bars, at their narrowest. */
async function openChart(page: Page): Promise<void> {
  await page.goto('/exchange');
  const bars = page.getByRole('slider', { name: 'Candles' });
  await bars.locator('canvas').first().waitFor();
  const held = async () => Number(await bars.getAttribute('aria-valuemax'));
  await page.waitForFunction(() => Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax')) > 1);
  for (let before = await held(); before < BARS; before = await held()) {
    await bars.press('Home');
    await page.waitForFunction(
      (count) => Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax')) > count,
      before,
    );
  }
  await bars.press('End');
  for (let press = 0; press < ZOOM_OUTS; press += 1) await bars.press('-');
  say(`${await held()} bars are held`);
}

const updatesPerS = (page: Page, forMs: number): Promise<number> =>
  page.evaluate(
    (lengthMs) =>
      new Promise<number>((resolve) => {
        let changes = 0;
        const figures = document.querySelector('[role=slider] ~ dl');
        const observer = new MutationObserver(() => {
          changes += 1;
        });
        if (figures) observer.observe(figures, { subtree: true, characterData: true, childList: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(changes / (lengthMs / 1000));
        }, lengthMs);
      }),
    forMs,
  );

interface Screen {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The limit is for the phone; the wide screen is shown only. */
  readonly isJudged: boolean;
}
const SCREENS: readonly Screen[] = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, isJudged: true },
  { name: 'a wide screen', viewport: { width: 1280, height: 900 }, isJudged: false },
];

async function measure(
  browser: Browser,
  url: string,
  token: string,
  { name, viewport, isJudged }: Screen,
): Promise<Figure[]> {
  const charts = { intervals: { exchange: '1' }, open: { exchange: true } };
  const localStorage = [
    { name: 'token', value: token },
    { name: 'charts', value: JSON.stringify(charts) },
  ];
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto('about:blank');
  const empty = await watchFrames(page, EMPTY_MS);
  await openChart(page);
  const [live, updates] = await Promise.all([watchFrames(page, WATCHED_MS), updatesPerS(page, WATCHED_MS)]);
  say(`${updates.toFixed(1)} updates a second were drawn on ${name}`);
  await context.close();
  const figure = (
    what: string,
    ours: readonly number[],
    theirs: readonly number[],
    limit: Figure['limit'],
  ): Figure => ({
    what,
    measured: `${p95(ours)} ms`,
    against: `${p95(theirs)} ms of an empty page`,
    value: p95(ours),
    unit: 'ms',
    limit,
  });
  return [
    figure(
      `time between frames of the live chart on ${name}, 95th percentile (${BARS} bars, ${UPDATES_PER_S} updates a second)`,
      inRefreshes(live.betweenMs),
      inRefreshes(empty.betweenMs),
      isJudged ? { atMost: FRAME_MS } : null,
    ),
    figure(`of it the page’s own work on ${name}, 95th percentile`, live.workMs, empty.workMs, null),
  ];
}

await bench('the live chart in a browser', () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({
      dataDir: folder,
      env: { FEED: 'simulated', FEED_SEED: 'chart', FEED_RATE: String(UPDATES_PER_S) },
    });
    try {
      const token = await registerFunded(server.url, 'charts@bench.example');
      return await withBrowser(async (browser) => {
        const figures: Figure[] = [];
        for (const screen of SCREENS) figures.push(...(await measure(browser, server.url, token, screen)));
        return figures;
      });
    } finally {
      await server.stop();
    }
  }));
