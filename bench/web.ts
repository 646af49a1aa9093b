import type { Browser } from 'playwright-core';
import { registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { median } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { withBrowser } from './web/browser.ts';
import { bytesOf, visit, type FirstLoad } from './web/first-load.ts';
import { auditMobile, type Scores } from './web/lighthouse.ts';
import { reactAloneBytes } from './web/react-alone.ts';
import { ROUTES, VISITORS_ONLY } from './web/routes.ts';
import { slowLoad } from './web/slow-load.ts';

// What a first visit loads, what each later route adds, how home loads on a slow processor, and Lighthouse's scores of
// the production build on a phone.

const LIGHTHOUSE_RUNS = 3;
const KB = 1000;
const [TIMES_SLOWER, SLOW_RUNS] = [4, 5];

const kilobytes = (what: string, bytes: number, atMost: number | null): Figure => ({
  what,
  measured: `${(bytes / KB).toFixed(1)} kB`,
  against: null,
  value: bytes / KB,
  unit: 'kB',
  limit: atMost === null ? null : { atMost },
});

async function weigh(browser: Browser, url: string, token: string): Promise<Figure[]> {
  const first = await visit(browser, { url, path: '/' });
  const counted = await visit(browser, { url, path: '/', isIdle: true });
  say(
    `/ loads: ${[...counted.assets].map(([path, { bytes }]) => `${path.split('/').at(-1)} ${(bytes / KB).toFixed(1)} kB`).join(', ')}`,
  );
  const alone = await reactAloneBytes();
  const script = bytesOf(first, 'script');
  const added: { path: string; load: FirstLoad; bytes: number }[] = [];
  for (const path of ROUTES) {
    const load = await visit(browser, { url, path, ...(VISITORS_ONLY.has(path) ? {} : { token }) });
    added.push({ path, load, bytes: bytesOf(load, 'script', first) + bytesOf(load, 'stylesheet', first) });
  }
  const heaviest = added.toSorted((a, b) => b.bytes - a.bytes);
  say(
    `later routes add: ${heaviest
      .filter(({ bytes }) => bytes > 0)
      .map(({ path, bytes }) => `${path} ${(bytes / KB).toFixed(1)} kB`)
      .join(', ')}`,
  );
  const charts = Math.max(
    0,
    ...added.flatMap(({ load }) =>
      [...load.assets.values()].filter(({ isChart }) => isChart).map(({ bytes }) => bytes),
    ),
  );
  return [
    kilobytes(
      'scripts of a first visit to / until the network is idle, brotli, everything counted',
      bytesOf(counted, 'script'),
      90,
    ),
    kilobytes(
      `of them before the browser is idle (${(alone / KB).toFixed(1)} kB are React and ReactDOM alone)`,
      script,
      90,
    ),
    kilobytes('styles of a first visit to /, brotli', bytesOf(first, 'stylesheet'), 6),
    kilobytes(`the heaviest later route (${heaviest[0]?.path}) adds, brotli`, heaviest[0]?.bytes ?? Number.NaN, 40),
    ...(charts > 0 ? [kilobytes('the chart library, brotli', charts, 50)] : []),
  ];
}

async function slowness(browser: Browser, url: string): Promise<Figure[]> {
  const runs: Awaited<ReturnType<typeof slowLoad>>[] = [];
  for (let run = 0; run < SLOW_RUNS; run += 1) runs.push(await slowLoad(browser, { url, times: TIMES_SLOWER }));
  const sums = runs.map(({ longTasksMs }) => longTasksMs.reduce((all, each) => all + each, 0));
  const paints = runs.map(({ largestPaintMs }) => largestPaintMs);
  say(
    `long tasks of / at a ${TIMES_SLOWER} times slower processor: ${runs.map(({ longTasksMs }) => longTasksMs.map((ms) => ms.toFixed(0)).join(' + ') || 'none').join('; ')}`,
  );
  const milliseconds = (what: string, value: number, atMost: number): Figure => ({
    what: `${what} at a ${TIMES_SLOWER} times slower processor, middle of ${SLOW_RUNS}`,
    measured: `${value.toFixed(0)} ms`,
    against: null,
    value,
    unit: 'ms',
    limit: { atMost },
  });
  return [
    milliseconds('long tasks of a first visit to /, together', median(sums), 150),
    milliseconds('its largest contentful paint', median(paints), 700),
  ];
}

async function judge(url: string, port: number): Promise<Figure[]> {
  const runs: Scores[] = [];
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) runs.push(await auditMobile(url, port));
  const middle = (read: (scores: Scores) => number) => median(runs.map(read));
  const score = (name: string, value: number, atLeast: number): Figure => ({
    what: `Lighthouse mobile, ${name}, middle of ${LIGHTHOUSE_RUNS}`,
    measured: `${value}`,
    against: null,
    value,
    unit: 'of 100',
    limit: { atLeast },
  });
  const shift = middle(({ layoutShift }) => layoutShift);
  return [
    score(
      'performance',
      middle(({ performance }) => performance),
      98,
    ),
    score(
      'accessibility',
      middle(({ accessibility }) => accessibility),
      100,
    ),
    score(
      'best practices',
      middle(({ bestPractices }) => bestPractices),
      100,
    ),
    {
      what: 'layout shift',
      measured: shift.toFixed(4),
      against: null,
      value: shift,
      unit: '',
      limit: { atMost: 0.01 },
    },
  ];
}

await bench('the member app in a browser', () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder });
    try {
      const token = await registerFunded(server.url, 'visitor@bench.example');
      return await withBrowser(async (browser, port) => [
        ...(await weigh(browser, server.url, token)),
        ...(await slowness(browser, `${server.url}/`)),
        ...(await judge(`${server.url}/`, port)),
      ]);
    } finally {
      await server.stop();
    }
  }));
