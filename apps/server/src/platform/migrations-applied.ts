import type pg from 'pg';
import { text } from './db-columns.ts';
import { rowsOf } from './db-rows.ts';
import { APP_ROLE, errorCode } from './db.ts';
import type { MigrationFile } from './migration-files.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
/**
 * A migration of versions before 0.2, whose databases cannot be continued
 * (docs/decisions/0013-migrations-put-together.md).
 */
const BEFORE_0_2 = '0002_platform_idempotency';

interface Applied {
  /** SHA-256 (hex) of its file; null before it was noted. */
  readonly sha256: string | null;
  /** The migration a program must know to work here; null for any. */
  readonly needs: string | null;
}

const isThere = async (client: pg.Client, table: string): Promise<boolean> => {
  const {
    rows: [row],
  } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [`public.${table}`]);
  return row?.found === true;
};

/** The migrations that ran on this database, by name. */
export async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, Applied>> {
  if (!(await isThere(client, 'kysely_migration'))) return new Map();
  const notes = (await isThere(client, 'migration_note'))
    ? 'migration_note'
    : '(select null::text as name, null::text as sha256, null::text as needs)';
  const { rows } = await client.query<Applied & { name: string }>(`
    select m.name, n.sha256, n.needs from kysely_migration m left join ${notes} n on n.name = m.name order by m.name`);
  return new Map(rows.map(({ name, sha256, needs }) => [name, { sha256, needs }]));
}

/** True when these are migrations of versions before 0.2. */
export const areFromBefore = (names: Iterable<string>): boolean => new Set(names).has(BEFORE_0_2);

/** Throws Error when database and program do not fit. */
export function refuseUnfit(applied: ReadonlyMap<string, Applied>, files: readonly MigrationFile[]): void {
  if (areFromBefore(applied.keys()))
    throw new Error(
      'This database was made by a version before 0.2, and no later one can bring it up to date: go on with the version that made it, or start with an empty database (another DATA_DIR or DATABASE_URL). Nothing was changed.',
    );
  const changed = files.find(({ name, sha256 }) => (applied.get(name)?.sha256 ?? sha256) !== sha256);
  if (changed)
    throw new Error(
      `Migration ${changed.name} was changed after it ran on this database: put back the file as it was, and write a new one.`,
    );
  const last = files.at(-1)?.name.slice(0, 4) ?? '0000';
  for (const [name, { needs }] of applied) {
    if (needs !== null && needs > last) {
      throw new Error(
        `A newer version has changed the database (${name}) so that this one, which ends at ${last}, cannot work with it: start a version that knows ${needs}.`,
      );
    }
  }
}

/**
 * Makes sure, as the server's role, that all of this program's migrations ran.
 * @throws Error naming the first that did not.
 */
export async function requireApplied(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  const applied = await readApplied(client).catch((error: unknown) => {
    // An older database has not granted the list to the server's role.
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) return new Map<string, Applied>();
    throw error;
  });
  const missing = areFromBefore(applied.keys()) ? undefined : files.find(({ name }) => !applied.has(name));
  if (missing)
    throw new Error(
      `The database is not up to date (${missing.name} has not run): set MIGRATE_DATABASE_URL, or run “npm run migrate” with it.`,
    );
  refuseUnfit(applied, files);
}

const NOTES = rowsOf({ name: text, sha256: text, needs: text.orNull() });

/** Notes hashes and requirements of new migrations, for later starts. */
export async function noteApplied(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  const noted = await readApplied(client);
  const fresh = files.filter(({ name }) => noted.get(name)?.sha256 === null);
  if (fresh.length === 0) return;
  await client.query(
    'create table if not exists migration_note (name text primary key, sha256 text not null, needs text)',
  );
  await client.query(`grant select on migration_note, kysely_migration to ${APP_ROLE}`);
  await client.query(
    `insert into migration_note (${NOTES.columns}) select * from ${NOTES.unnest('t', 1)}`,
    NOTES.arrays(fresh),
  );
}
