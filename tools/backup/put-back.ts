import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { connected, type Client } from '../../apps/server/src/platform/connection.ts';
import type { Login } from '../../apps/server/src/platform/db.ts';
import { migrate, MIGRATIONS } from '../../apps/server/src/platform/migrate.ts';
import { readMigrations } from '../../apps/server/src/platform/migration-files.ts';
import { areFromBefore } from '../../apps/server/src/platform/migrations-applied.ts';
import { readFacts } from './facts.ts';
import { hashOfFile, type Manifest } from './manifest.ts';
import { inTransaction, queryOn, quoted } from './on-client.ts';
import { contentOf, copyIn, tablesOf } from './tables.ts';
import { UnfitBackup } from './unfit-backup.ts';
import { checkUploads } from './uploads.ts';
import { openVault, type Vault } from './vault.ts';

/** Throws {@link UnfitBackup} unless everything is unaltered and readable by this version. */
export async function checkBackup(folder: string, manifest: Manifest, vault: Vault = openVault): Promise<void> {
  for (const { file, sha256, table } of manifest.tables) {
    if ((await hashOfFile(join(folder, file)).catch(() => '')) !== sha256)
      throw new UnfitBackup(`The table ${table} is missing or was changed (${file}).`);
  }
  await checkUploads(folder, manifest.uploads, vault);
  if (areFromBefore(manifest.migrations.map(({ name }) => name)))
    throw new UnfitBackup('The backup was made by a version before 0.2: only the version that made it can restore it.');
  const own = new Map((await readMigrations(MIGRATIONS)).map(({ name, sha256 }) => [name, sha256]));
  const foreign = manifest.migrations.find(({ name, sha256 }) => own.get(name) !== sha256);
  if (foreign)
    throw new UnfitBackup(
      `The backup was made by a version with another ${foreign.name}: restore it with that version, and bring it up to date afterwards.`,
    );
}

/** What a database asks for that goes on from an earlier moment. */
const AFTER_RECOVERY = new URL('../../deploy/pitr/after-recovery.sql', import.meta.url);

/** Throws unless a database has no tables. */
export const requireEmpty = (url: string): Promise<void> =>
  connected(url, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    if (row?.tables !== 0)
      throw new Error(`The database is not empty: it has ${row?.tables} tables. A backup is put into an empty one.`);
  });

/**
 * Restores an empty database: tables by the backup's migrations, rows, then newer migrations. All rows are inserted in
 * one transaction, committed only when they read back as copied, with webhooks switched off.
 * @param login the role the server will log in as, where it is not the one it works as.
 * @param isSecretLost nobody has the backup's SECRET: the next start may have another (docs/SECRETS.md).
 * @returns the names of the webhooks that were on.
 */
export async function putBack(
  url: string,
  folder: string,
  manifest: Manifest,
  {
    vault,
    login,
    isSecretLost = false,
  }: { readonly vault: Vault; readonly login?: Login; readonly isSecretLost?: boolean },
): Promise<string[]> {
  await requireEmpty(url);
  const upTo = manifest.migrations.at(-1)?.name;
  if (upTo === undefined) throw new UnfitBackup('The backup names no migration.');
  await migrate(url, MIGRATIONS, { upTo });
  const webhooks = await inTransaction(url, 'begin', async (client) => {
    await putRows(client, folder, manifest, vault);
    return manifest.tables.some(({ table }) => table === 'webhook_endpoint') ? stopWebhooks(client) : [];
  });
  await connected(url, (client) => client.query('analyze'));
  await migrate(url, MIGRATIONS, login === undefined ? {} : { login });
  if (isSecretLost)
    await connected(url, (client) =>
      client.query('update secret_fingerprint set retired_at = now() where retired_at is null'),
    );
  return webhooks;
}

/** In the same transaction: no server ever finds them on. */
async function stopWebhooks(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from webhook_endpoint where enabled order by name',
  );
  await client.query(await readFile(AFTER_RECOVERY, 'utf8'));
  return rows.map(({ name }) => name);
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}
interface Trigger {
  table: string;
  name: string;
}

async function putRows(
  client: Client,
  folder: string,
  { tables, sequences, facts }: Manifest,
  vault: Vault,
): Promise<void> {
  const there = (await tablesOf(client)).map(({ table }) => table);
  if (
    !isDeepStrictEqual(
      there,
      tables.map(({ table }) => table),
    )
  )
    throw new UnfitBackup('The backup has other tables than its migrations make.');
  // Tables are filled one by one: foreign keys are checked at the end, and triggers do not run.
  const { rows: links } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0 order by conrelid, conname`);
  const { rows: triggers } = await client.query<Trigger>(`
    select t.tgrelid::regclass::text as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled = 'O'`);
  for (const { table, name } of links) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${quoted(name)}`);
  await client.query(`truncate ${tables.map(({ table }) => quoted(table)).join(', ')}`);
  for (const table of tables) await copyIn(client, table, join(folder, table.file), vault.opening(table.file));
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
  for (const { table, name, definition } of links)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${quoted(name)}`);
  for (const table of tables) {
    if ((await contentOf(client, table)) !== table.content)
      throw new Error(`The table ${table.table} was not put back as it was.`);
  }
  if (!isDeepStrictEqual(plain(await readFacts(queryOn(client))), plain(facts)))
    throw new Error('What was put back does not say what the backup says of itself.');
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
