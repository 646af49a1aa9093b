import { sql, type Query, type Tx } from '../platform/db.ts';

const ownPid = sql<{ pid: number }>('test.ownPid', 'select pg_backend_pid() as pid');
const waitingFor = sql<{ count: number }>(
  'test.waitingFor',
  'select count(*)::int as count from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
);

/** Counts, on another connection, who waits for what a transaction has locked. */
export async function waitersOf(tx: Tx, elsewhere: Query): Promise<() => Promise<number>> {
  const [own] = await tx.run(ownPid);
  return async () => (await elsewhere.run(waitingFor, [own?.pid]))[0]?.count ?? 0;
}
