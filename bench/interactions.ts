import { registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { withBrowser } from './web/browser.ts';
import { JOURNEYS } from './web/journeys.ts';
import { onSlowPhone } from './web/timed-page.ts';

// How long a tap or a key waits for the frame that shows what it did (INP), and a change of route for its heading, over
// fifteen journeys on a phone whose processor is four times slower than this one's.

const TIMES_SLOWER = 4;

const milliseconds = (what: string, value: number, atMost: number): Figure => ({
  what,
  measured: `${value.toFixed(0)} ms`,
  against: null,
  value,
  unit: 'ms',
  limit: { atMost },
});

await bench(`taps and keys at a ${TIMES_SLOWER} times slower processor`, () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder });
    try {
      const token = await registerFunded(server.url, 'hand@bench.example');
      const durations: number[] = [];
      const routes: number[] = [];
      await withBrowser((browser) =>
        onSlowPhone(browser, { url: server.url, token, times: TIMES_SLOWER }, async (hand) => {
          for (const { name, from, walk } of JOURNEYS) {
            await hand.page.goto(from);
            // As a member comes to it: drawn, and installed.
            await hand.page.locator('main h1').first().waitFor();
            await hand.isInstalled();
            const before = hand.made;
            await walk(hand);
            const { interactions, routesMs } = await hand.taken();
            // What is in no list took less than the shortest that is listed.
            const quick = Math.max(0, hand.made - before - interactions.length);
            const listed = interactions.map(({ durationMs }) => durationMs);
            durations.push(...listed, ...Array.from({ length: quick }, () => 0));
            routes.push(...routesMs);
            say(
              `${name}: ${hand.made - before} taps and keys, the longest ${Math.max(0, ...listed).toFixed(0)} ms` +
                (routesMs.length > 0
                  ? `; routes painted after ${routesMs.map((ms) => ms.toFixed(0)).join(', ')} ms`
                  : ''),
            );
          }
        }),
      );
      return [
        milliseconds(
          `interaction to next paint, ${durations.length} taps and keys, p98`,
          quantile(durations, 0.98),
          100,
        ),
        milliseconds('the same, p75', quantile(durations, 0.75), 50),
        milliseconds(`route painted after the tap, ${routes.length} changes, median`, quantile(routes, 0.5), 100),
      ];
    } finally {
      await server.stop();
    }
  }));
