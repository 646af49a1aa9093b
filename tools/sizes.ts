import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './run/part.ts';
import { judgeSizes, keptOf, readKept, type Budget } from './sizes/judge.ts';
import { readBuilt } from './sizes/measure.ts';
import { addedByRoutes, readScreens } from './sizes/routes.ts';

// Compares the built apps, compressed with brotli, with their budgets, and lists pieces that changed since
// tools/sizes/kept.json (`--keep` updates it). `npm test` runs it after the build; `npm run bench:web` measures what a
// browser loads.

const KEPT = `${ROOT}tools/sizes/kept.json`;
/** The chart library: loaded where a chart is drawn, the heaviest piece. */
const LIBRARY = 'library';

const member = readBuilt(`${ROOT}apps/member/dist`, '/');
const operators = readBuilt(`${ROOT}apps/console/dist`, '/operator/');
const screens = member.later.filter(({ name }) => name !== LIBRARY);

/** Routes above the limit of the others, in bytes: they may become lighter only, and leave this list when they are below it. */
const ABOVE: Readonly<Record<string, number>> = {};
const ROUTE_BYTES = 40_000;
const routes = addedByRoutes(`${ROOT}apps/member/dist`, readScreens(`${ROOT}apps/member`), member.firstFiles);

const budgets: readonly Budget[] = [
  { what: 'member: scripts of the first view', counts: 'together', pieces: member.first, maxBytes: 90_000 },
  { what: 'member: styles of the first view', counts: 'together', pieces: member.styles, maxBytes: 6_000 },
  {
    what: 'member: chart library',
    counts: 'together',
    pieces: member.later.filter(({ name }) => name === LIBRARY),
    maxBytes: 50_000,
  },
  { what: 'member: any other lazy piece', counts: 'largest', pieces: screens, maxBytes: 15_000 },
  {
    what: 'member: what a later route adds',
    counts: 'largest',
    pieces: routes.filter(({ name }) => !(name in ABOVE)),
    maxBytes: ROUTE_BYTES,
  },
  ...Object.entries(ABOVE).map(([path, maxBytes]): Budget => ({
    what: `member: what ${path} adds, above the limit of ${ROUTE_BYTES / 1000} kB`,
    counts: 'together',
    pieces: routes.filter(({ name }) => name === path),
    maxBytes,
  })),
  { what: 'console: scripts of the first view', counts: 'together', pieces: operators.first, maxBytes: 240_000 },
  { what: 'console: styles of the first view', counts: 'together', pieces: operators.styles, maxBytes: 12_000 },
];

if (process.argv.includes('--keep')) writeFileSync(KEPT, `${JSON.stringify(keptOf(budgets), null, 1)}\n`);
const kept = existsSync(KEPT) ? readKept(readFileSync(KEPT, 'utf8')) : {};
const { lines, holds } = judgeSizes(budgets, kept);
console.log(lines.join('\n'));
if (!holds) console.log('A budget is exceeded: make the pieces named above lighter, or load them later.');
process.exitCode = holds ? 0 : 1;
