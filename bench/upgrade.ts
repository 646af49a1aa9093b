import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { migrate, MIGRATIONS } from '../apps/server/src/platform/migrate.ts';
import { readMigrations } from '../apps/server/src/platform/migration-files.ts';
import { startPostgres } from '../apps/server/src/platform/postgres/index.ts';
import type { Figure } from './measure/figure.ts';
import { ROOMY } from './measure/own-database.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { fillAsVersion } from './upgrade/fill.ts';
import { watchTables } from './upgrade/watch-tables.ts';

// `npm run bench:upgrade -- [ORDERS]`: a database of version 0.2.0 with a million orders is brought up to date, a
// migration at a time, while every table that members use is read and written to: how long each migration takes, and
// how long the longest of those statements waited meanwhile.

/** The last migration of version 0.2.0. */
const BEFORE = '0035_spot_book_by_hash';
const ORDERS = Number(process.argv[2] ?? 1_000_000);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

async function measure(): Promise<readonly Figure[]> {
  return inTempFolder(async (dir) => {
    const postgres = await startPostgres({ dir, settings: ROOMY });
    try {
      return await upgrade(postgres.url);
    } finally {
      await postgres.stop();
    }
  });
}

async function upgrade(url: string): Promise<Figure[]> {
  await migrate(url, MIGRATIONS, { upTo: BEFORE });
  const owner = openDb(url, { connections: 1, role: null });
  const filling = performance.now();
  for (const { table, rows } of await fillAsVersion(owner, ORDERS)) say(`  ${table}: ${rows} rows`);
  await owner.run(sql('upgrade.analyze', 'analyze'));
  await owner.run(sql('upgrade.checkpoint', 'select pg_stat_force_next_flush()'));
  await owner.close();
  say(`  filled in ${seconds(performance.now() - filling)}`);
  let [totalMs, longestMs] = [0, 0];
  for (const { name } of (await readMigrations(MIGRATIONS)).filter((each) => each.name > BEFORE)) {
    const watched = await watchTables(url);
    const began = performance.now();
    await migrate(url, MIGRATIONS, { upTo: name });
    const tookMs = performance.now() - began;
    const waits = await watched.stop();
    const [longest] = waits;
    totalMs += tookMs;
    longestMs = Math.max(longestMs, longest?.ms ?? 0);
    say(
      `  ${name}: ${seconds(tookMs)}; waited ${waits
        .slice(0, 3)
        .map(({ what, ms }) => `${what} ${ms.toFixed(0)} ms`)
        .join(', ')}`,
    );
  }
  return [
    {
      what: `${ORDERS} orders brought up to date`,
      measured: seconds(totalMs),
      against: null,
      value: totalMs / 1000,
      unit: 's',
      limit: null,
    },
    {
      what: 'the longest that a statement waited',
      measured: seconds(longestMs),
      against: null,
      value: longestMs / 1000,
      unit: 's',
      limit: { atMost: 2 },
    },
  ];
}

await bench('upgrade', measure);
