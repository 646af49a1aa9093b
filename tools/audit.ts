import { readConfig } from '../apps/server/src/config.ts';
import { assetsAudits } from '../apps/server/src/features/assets/index.ts';
import { exchangeAudits } from '../apps/server/src/features/exchange/index.ts';
import { fundingAudits } from '../apps/server/src/features/funding/index.ts';
import { houseAudits } from '../apps/server/src/features/house/index.ts';
import { identityAudits } from '../apps/server/src/features/identity/index.ts';
import { loanAudits } from '../apps/server/src/features/loans/index.ts';
import { miningAudits } from '../apps/server/src/features/mining/index.ts';
import { operatorAudits } from '../apps/server/src/features/operators/index.ts';
import { optionAudits } from '../apps/server/src/features/options/index.ts';
import { spotAudits } from '../apps/server/src/features/spot/index.ts';
import { stakingAudits } from '../apps/server/src/features/staking/index.ts';
import { transferAudits } from '../apps/server/src/features/transfers/index.ts';
import { auditLedger } from '../apps/server/src/ledger/index.ts';
import { tapeAudits } from '../apps/server/src/market/index.ts';
import { onDatabase } from './audit/find-database.ts';
import { printReport } from './audit/report.ts';

// `npm run audit` (rules 1): checks the ledger under one snapshot, whether the server runs or not, with the server's own variables.
// Ends with 0 when everything is right, 1 when anything is off, 2 when it cannot look.

const look = (): Promise<boolean> => onDatabase(readConfig(process.env), async (db) => {
  const report = await auditLedger(db, [...assetsAudits, ...exchangeAudits, ...fundingAudits, ...houseAudits, ...identityAudits, ...loanAudits, ...miningAudits, ...spotAudits, ...optionAudits, ...operatorAudits, ...tapeAudits, ...transferAudits, ...stakingAudits]);
  printReport(report, (line) => process.stdout.write(`${line}\n`));
  return report.ok;
});

try {
  process.exitCode = (await look()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The audit cannot look: ${(error as Error).message}\n`);
  process.exitCode = 2;
}
