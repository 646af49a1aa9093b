import { readConfig } from '../apps/server/src/config.ts';
import { verifyOrder } from '../apps/server/src/features/options/index.ts';
import { onDatabase } from './audit/find-database.ts';
import { printProof } from './verify/report.ts';
import { messageOf } from './message-of.ts';

// `npm run verify -- order <id>`: recomputes a settled option from the tape, with or without a running server, by the
// server's variables. Exit code 0: as settled, 1: not, 2: it could not run.

const ID = /^[1-9]\d{0,17}$/;

async function look(): Promise<boolean> {
  const [, , what, id = '', ...more] = process.argv;
  if (what !== 'order' || !ID.test(id) || more.length > 0) throw new Error('say which: npm run verify -- order <id>');
  return onDatabase(readConfig(process.env), async (db) => {
    const verified = await verifyOrder(db, id);
    if (verified === 'unknown') throw new Error(`there is no option ${id}`);
    if (verified === 'open') throw new Error(`option ${id} has not ended yet`);
    printProof(id, verified, (line) => process.stdout.write(`${line}\n`));
    return verified.proof.holds;
  });
}

try {
  process.exitCode = (await look()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`Nothing could be verified: ${messageOf(error)}\n`);
  process.exitCode = 2;
}
