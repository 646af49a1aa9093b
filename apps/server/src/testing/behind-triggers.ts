import type { Db, Statement } from '../platform/db.ts';

/** Runs a statement as who owns the database may: with the triggers of a table off. */
export async function behindTriggers(
  owner: Db,
  table: string,
  statement: Statement<unknown>,
  parameters: readonly unknown[] = [],
): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.run({ name: `testing.triggersOff ${table}`, text: `alter table ${table} disable trigger user` });
    await tx.run(statement, parameters);
    await tx.run({ name: `testing.triggersOn ${table}`, text: `alter table ${table} enable trigger user` });
  });
}
