import { setTimeout as delay } from 'node:timers/promises';
import { readConfig, type Config } from '../apps/server/src/config.ts';
import { assetsAudits } from '../apps/server/src/features/assets/index.ts';
import { spotAudits } from '../apps/server/src/features/spot/index.ts';
import { auditLedger } from '../apps/server/src/ledger/index.ts';
import { openDb } from '../apps/server/src/platform/db.ts';
import { findRunning, FolderInUse, startPostgres } from '../apps/server/src/platform/postgres/index.ts';
import { printReport } from './audit/report.ts';

// `npm run audit` (rules 1): checks the ledger under one snapshot, whether the server runs or not, with the server's own variables.
// Ends with 0 when everything is right, 1 when anything is off, 2 when it cannot look.

/** Time a server that is just starting or stopping is given. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 200;

interface Database {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The database of `DATABASE_URL`; or the one a running server has open; or the embedded one, started for the look. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl !== undefined) return { url: databaseUrl, close: async () => {} };
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const running = await findRunning(dataDir);
    if (running !== undefined) return { url: running, close: async () => {} };
    try {
      const started = await startPostgres({ dir: dataDir, mustExist: true });
      return { url: started.url, close: () => started.stop() };
    } catch (error) {
      if (!(error instanceof FolderInUse) || waitedMs >= PATIENCE_MS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function look(): Promise<boolean> {
  const database = await findDatabase(readConfig(process.env));
  try {
    const db = openDb(database.url, { connections: 1 });
    try {
      const report = await auditLedger(db, [...assetsAudits, ...spotAudits]);
      printReport(report, (line) => process.stdout.write(`${line}\n`));
      return report.ok;
    } finally {
      await db.close();
    }
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = (await look()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The audit cannot look: ${(error as Error).message}\n`);
  process.exitCode = 2;
}
