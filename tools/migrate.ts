import { readConfig } from '../apps/server/src/config.ts';
import { loginOf } from '../apps/server/src/platform/db.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { ownerOf } from './backup/command.ts';
import { messageOf } from './message-of.ts';

// `npm run migrate`: brings the database of MIGRATE_DATABASE_URL up to date and lets the login of DATABASE_URL in, so
// that servers need not know its owner (docs/OPERATING.md, "The database's roles"). Servers may run meanwhile. Ends
// with 0 when it is up to date.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const { databaseUrl, migrateDatabaseUrl } = readConfig(process.env);
  const url = ownerOf(migrateDatabaseUrl, 'Migrations run');
  const ran = await migrate(url, undefined, {
    ...(databaseUrl === undefined ? {} : { login: loginOf(databaseUrl) }),
    newer: (names) => {
      say(`a newer version ran ${names.join(', ')}`);
    },
  });
  for (const name of ran) say(`ran ${name}`);
  say('the database is up to date');
} catch (error) {
  process.stderr.write(`Not brought up to date: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
