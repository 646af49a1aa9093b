import { sql, type Db } from './db.ts';
import { RefusedStart } from './refused-start.ts';

const MARK = 'plimsoll.session';
const mark = sql<never>('platform.markSession', `select set_config('${MARK}', $1, false)`);
const read = sql<{ mark: string | null }>('platform.readSession', `select current_setting('${MARK}', true) as mark`);

/**
 * Makes sure that a connection is one session of PostgreSQL: named statements, `listen`, advisory locks and the role
 * belong to a session. A pooler in transaction mode gives each transaction another one. Two connections show it: while
 * the second is in a transaction, the first is still in the session that it marked, or in another.
 * @param one a pool of one connection; `other` another.
 * @throws RefusedStart when it is not.
 */
export async function requireSessions(one: Db, other: Db): Promise<void> {
  const written = `${process.pid}.${performance.now()}`;
  await one.run(mark, [written]);
  const found = await other.transaction(async (tx) => {
    await tx.run(read);
    return one.run(read).catch(() => []);
  });
  if (found[0]?.mark !== written)
    throw new RefusedStart(
      'The pooler between the server and its database gives each transaction another session: set it to session mode, or leave it out (docs/OPERATING.md, “The database’s roles”).',
    );
}
