import { sql, type Db, type Query } from './db.ts';

/** Writes a few bytes to PostgreSQL's log and changes nothing: its commit waits for the disk and for replicas. */
const mark = sql<never>('platform.mark', `select pg_logical_emit_message(true, 'plimsoll', '')`);

/**
 * Reads what is then acknowledged, or published. Where commits wait for a replica, a commit can be seen before a replica
 * has it: when its wait was cut short, or the database crashed meanwhile and was started again. If the machine is lost then, it
 * never was. What is read here lies in PostgreSQL's log before a commit that was answered, so it is wherever that one is.
 * @throws what a commit throws, `CommitUncertain` among it: then nothing may be acknowledged
 */
export const readSettled = <T>(db: Pick<Db, 'transaction'>, read: (query: Query) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const found = await read(tx);
    await tx.run(mark);
    return found;
  });
