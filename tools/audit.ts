import { AUDITS } from '../apps/server/src/slices.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { auditLedger } from '../apps/server/src/ledger/index.ts';
import { onDatabase } from './audit/find-database.ts';
import { printReport } from './audit/report.ts';
import { messageOf } from './message-of.ts';

// `npm run audit` (RULES 1): checks the ledger under one snapshot, whether the server runs or not, with the server's
// own variables. Ends with 0 when everything is right, 1 when anything is off, 2 when it cannot look.

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
