import type { Config } from '../../apps/server/src/config.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';
import { Replica } from '../../apps/server/src/platform/replica.ts';
import { messageOf } from '../message-of.ts';

interface Needs {
  readonly config: Pick<Config, 'databaseUrl' | 'replica'>;
  /** Shows where is read, and why not there. */
  readonly say: (line: string) => void;
}

/** A replica is given at most the time that it may be behind, to have what the database had when this began. */
async function whyNotRead(db: Db, { url, withinSeconds }: NonNullable<Config['replica']>): Promise<string | undefined> {
  const why: { why?: unknown }[] = [];
  const replica = new Replica({
    url,
    withinSeconds,
    db,
    clock: systemClock,
    log: { info: () => {}, error: (details) => void why.push(details) },
  });
  try {
    await replica.look();
    await replica.caughtUpWithin(withinSeconds * 1000);
    return replica.replica().isUsed ? undefined : String(why.at(-1)?.why);
  } finally {
    await replica.stop();
  }
}

/**
 * Runs `look` on the replica of `REPLICA_URL`; undefined where there is none, it is of no use, or `look` fails there.
 */
export async function onReplica<T>({ config, say }: Needs, look: (db: Db) => Promise<T>): Promise<T | undefined> {
  const { databaseUrl, replica } = config;
  if (databaseUrl === undefined || replica === undefined) return undefined;
  const primary = openDb(databaseUrl, { connections: 1 });
  const db = openDb(replica.url, { connections: 1, statementMs: 0 });
  try {
    const why = await whyNotRead(primary, replica);
    if (why !== undefined) {
      say(`The replica (REPLICA_URL) is ${why}: the database itself is read.`);
      return undefined;
    }
    say('The replica (REPLICA_URL) is read: nothing is recorded.');
    return await look(db);
  } catch (error) {
    say(`The replica (REPLICA_URL) could not be read to the end: ${messageOf(error)}. The database itself is read.`);
    return undefined;
  } finally {
    await Promise.all([primary.close(), db.close()]);
  }
}
