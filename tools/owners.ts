import { readConfig } from '../apps/server/src/config.ts';
import { makeOwners } from '../apps/server/src/features/operators/index.ts';
import { ruleOf } from '../apps/server/src/features/proposals/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createPasswords } from '../apps/server/src/platform/passwords.ts';
import { onDatabase } from './audit/find-database.ts';
import { messageOf } from './message-of.ts';

// `npm run owners -- anna@example.org bert@example.org` (RULES 8): makes the first two owners after the server's first
// start, by its variables. Each sets a password by the link printed here, and only here.

try {
  const config = readConfig(process.env);
  const made = await onDatabase(config, async (db) => {
    await ruleOf(config.mode, db);
    return makeOwners(process.argv.slice(2), { db, clock: systemClock, passwords: createPasswords() });
  });
  const home = config.publicUrl ?? `http://localhost:${config.port}`;
  for (const { username, link } of made) process.stdout.write(`${username}\n  ${home}/operator/claim#${link}\n`);
  process.stdout.write('Each link works once, within 24 hours. Give it to its owner alone.\n');
} catch (error) {
  process.stderr.write(`No owner was made: ${messageOf(error)}\n`);
  process.exitCode = 2;
}
