import { AUDITS } from '../apps/server/src/slices.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { runAudit } from '../apps/server/src/ledger/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import type { Db } from '../apps/server/src/platform/db.ts';
import { onDatabase } from './audit/find-database.ts';
import { onReplica } from './audit/on-replica.ts';
import { printReport } from './audit/report.ts';
import { messageOf } from './message-of.ts';

// `npm run audit` (RULES 1): checks the ledger in one snapshot, with or without a running server, by the server's
// variables, on its replica if it has one: what came after the newest seal, or with `-- --all` everything. Exit code 0: all right, 1: a finding, 2: the
// audit could not run.

const options = { clock: systemClock, kind: process.argv.includes('--all') ? 'all' : 'incremental' } as const;

async function look(): Promise<boolean> {
  const config = readConfig(process.env);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const audit = (db: Db) => runAudit(db, AUDITS, options);
  const report = (await onReplica({ config, say }, audit)) ?? (await onDatabase(config, audit));
  printReport(report, (line) => process.stdout.write(`${line}\n`));
  return report.ok;
}

try {
  process.exitCode = (await look()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The audit cannot look: ${messageOf(error)}\n`);
  process.exitCode = 2;
}
