import { AUDITS } from '../apps/server/src/slices.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { auditLedger } from '../apps/server/src/ledger/index.ts';
import { onDatabase } from './audit/find-database.ts';
import { printReport } from './audit/report.ts';
import { messageOf } from './message-of.ts';

// `npm run audit` (RULES 1): checks the ledger in one snapshot, with or without a running server, by the server's
// variables. Exit code 0: all right, 1: a finding, 2: the audit could not run.

const look = (): Promise<boolean> =>
  onDatabase(readConfig(process.env), async (db) => {
    const report = await auditLedger(db, AUDITS);
    printReport(report, (line) => process.stdout.write(`${line}\n`));
    return report.ok;
  });

try {
  process.exitCode = (await look()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The audit cannot look: ${messageOf(error)}\n`);
  process.exitCode = 2;
}
