import { register, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { withBrowser } from './web/browser.ts';
import { ROUTES, VISITORS_ONLY } from './web/routes.ts';
import { shiftsOf } from './web/shifts.ts';

// What moves under the reader's eyes while a page loads, on every route, for a visitor, a newcomer and a member with
// funds.

const AT_MOST = 0.01;
const ALL = ['/', ...ROUTES];

await bench('layout shift of every route', () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder });
    try {
      const { url } = server;
      const newcomer = await register(url, 'first@bench.example');
      const member = await registerFunded(url, 'still@bench.example');
      const inside = ALL.filter((path) => !VISITORS_ONLY.has(path));
      const figures: Figure[] = [];
      await withBrowser(async (browser) => {
        for (const [who, token, paths] of [
          ['a visitor', null, ['/', '/market', '/login', '/register', '/forgot', '/proof', '/voids']],
          ['a newcomer', newcomer, inside],
          ['a member with funds', member, inside],
        ] as const) {
          const found = [...(await shiftsOf(browser, { url, paths, token }))].toSorted(
            ([, a], [, b]) => b.score - a.score,
          );
          for (const [path, { score, moved }] of found)
            if (score > AT_MOST / 2) say(`${who}, ${path}: ${score.toFixed(4)}, ${moved.join(' | ')}`);
          const [worst] = found;
          if (!worst) throw new Error('nothing was opened');
          figures.push({
            what: `layout shift for ${who}, the worst of ${found.length} routes (${worst[0]})`,
            measured: worst[1].score.toFixed(4),
            against: null,
            value: worst[1].score,
            unit: '',
            limit: { atMost: AT_MOST },
          });
        }
      });
      return figures;
    } finally {
      await server.stop();
    }
  }));
