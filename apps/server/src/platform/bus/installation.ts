import { sql, type Query } from '../db.ts';

const read = sql<{ name: string }>(
  'bus.installation',
  `
  select (select system_identifier from pg_control_system())::text || ':' || oid::text as name from pg_database where datname = current_database()`,
);

/** Names this database: two installations on one Redis, even a copy of the other, receive nothing from each other. */
export async function installationOf(db: Query): Promise<string> {
  const [row] = await db.run(read);
  if (!row) throw new Error('the database has no name');
  return row.name;
}
