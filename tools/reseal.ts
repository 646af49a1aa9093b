import { parseArgs } from 'node:util';
import { beforeOf, readConfig } from '../apps/server/src/config.ts';
import { openSecrets, retireOthers } from '../apps/server/src/house-secret.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { resealAll } from '../apps/server/src/reseal.ts';
import { onDatabase } from './audit/find-database.ts';
import { secretOf, storeOf } from './backup/command.ts';
import { messageOf } from './message-of.ts';

// `npm run reseal` (docs/SECRETS.md): seals with SECRET what SECRET_PREVIOUS sealed, by the server's variables, while
// servers work or not. Ends with 0 when nothing is sealed with the one before any more, and then forgets it. With
// --leave-unreadable what no secret opens is given up: for a house whose SECRET is lost.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function reseal(): Promise<number> {
  const { values } = parseArgs({ options: { 'leave-unreadable': { type: 'boolean' } } });
  const config = readConfig(process.env);
  const present = await secretOf(config);
  if (present === undefined) throw new Error('There is no SECRET, and none in DATA_DIR: give the one that is to seal.');
  const given = { present, ...beforeOf(config) };
  const isLeft = values['leave-unreadable'] === true;
  return onDatabase(config, async (db) => {
    const secret = isLeft ? given : await openSecrets(db, given, { clock: systemClock, log: { info: () => {} } });
    const done = await resealAll(db, secret, storeOf(config));
    for (const { kind, again, present: already, unreadable } of done) {
      say(`${kind}: ${again} sealed again, ${already} were`);
      for (const name of unreadable) say(`  UNREADABLE ${name}`);
    }
    const lost = done.reduce((sum, { unreadable }) => sum + unreadable.length, 0);
    if (lost > 0 && !isLeft) {
      say(`${lost} things are opened by neither SECRET nor SECRET_PREVIOUS: nothing is forgotten (docs/SECRETS.md).`);
      return 1;
    }
    const retired = await retireOthers(db, present, systemClock.nowMs());
    say(
      retired > 0
        ? 'everything is sealed with SECRET: remove SECRET_PREVIOUS and restart'
        : 'everything was sealed with SECRET already',
    );
    return 0;
  });
}

try {
  process.exitCode = await reseal();
} catch (error) {
  process.stderr.write(`Not sealed again: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
