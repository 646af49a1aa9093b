import { setTimeout as delay } from 'node:timers/promises';
import { findRunning } from '../apps/server/src/platform/postgres/index.ts';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { usageOf } from './measure/processes.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Memory and processor time of an idle server with its PostgreSQL: twenty live markets, no requests.

const MARKETS = 20;
/** A start's checkpoint and vacuum are over by then. */
const SETTLES_MS = 60_000;
const WATCHED_MS = 60_000;

/** Adds markets to those of the demo, up to the number wanted. */
const addMarkets = sql<{ symbol: string }>(
  'bench.addMarkets',
  `
  insert into market (symbol, base_coin, quote_coin, min, step, price_step)
  select lower(b.title || q.title), b.id, q.id, 0.1, 0.01, 0.0000001 from coin b cross join coin q
  where q.title in ('BTC', 'ETH') and b.title not in ('USDT', 'BTC', 'ETH') and not exists (select from market m where m.base_coin = b.id and m.quote_coin = q.id)
  order by b.sort, q.sort limit $1::int - (select count(*) from market where enabled)
  returning symbol`,
);

await bench('an idle server', () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder });
    try {
      const running = await findRunning(folder);
      if (running === undefined) throw new Error('the server has no embedded database');
      const owner = openDb(running.url, { connections: 1, role: null });
      const added = await owner.run(addMarkets, [MARKETS]);
      await owner.close();
      await delay(SETTLES_MS);
      const before = usageOf(server.pid);
      await delay(WATCHED_MS);
      const after = usageOf(server.pid);
      say(
        `${MARKETS} markets (${added.length} added), ${after.processes} processes, watched for ${WATCHED_MS / 1000} s`,
      );
      const percent = ((after.cpuSeconds - before.cpuSeconds) / (WATCHED_MS / 1000)) * 100;
      return [
        {
          what: `resident memory of the server and its database, ${MARKETS} live markets`,
          measured: `${after.mebibytes.toFixed(0)} MiB`,
          against: null,
          value: after.mebibytes,
          unit: 'MiB',
          limit: { atMost: 350 },
        },
        {
          what: 'processor time of both, of one core',
          measured: `${percent.toFixed(1)} %`,
          against: null,
          value: percent,
          unit: '%',
          limit: { atMost: 5 },
        },
      ] satisfies Figure[];
    } finally {
      await server.stop();
    }
  }));
