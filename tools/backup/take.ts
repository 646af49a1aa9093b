import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connected, type Client } from '../../apps/server/src/platform/connection.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import { readFacts } from './facts.ts';
import { FORM, writeManifest, type KeptTable, type Manifest } from './manifest.ts';
import { inTransaction, queryOn, quoted } from './on-client.ts';
import { copyOut, tablesOf } from './tables.ts';
import { isEmpty, keepUploads } from './uploads.ts';
import { makeVault, openVault, type BackupKey, type Vault } from './vault.ts';

interface Taking {
  readonly url: string;
  readonly store: ObjectStore;
  readonly secret: string;
  /** Includes the secret, in clear text unless the backup is encrypted. */
  readonly withSecret: boolean;
  readonly folder: string;
  readonly program: string;
  /** The key; none leaves the backup readable. */
  readonly key?: BackupKey | undefined;
}

type Database = Omit<Manifest, 'form' | 'takenAt' | 'program' | 'uploads' | 'secretIncluded'> & {
  readonly uploadNames: readonly string[];
};

/** Time to wait for a running migration; servers are never blocked. */
const LOCK_WITHIN_MS = 30_000;

/**
 * Backs up a deployment, with or without a running server: every table in one snapshot, all uploads known then, and the
 * facts, all with hashes. Members are served meanwhile; only migrations wait.
 * @throws Error, in a sentence; the folder then holds no complete backup.
 */
export async function takeBackup({ url, store, secret, withSecret, folder, program, key }: Taking): Promise<Manifest> {
  if (!(await isEmpty(folder))) throw new Error(`${folder} is not empty: a backup goes into a folder of its own.`);
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const vault = key === undefined ? openVault : await makeVault(folder, key);
  const takenMs = systemClock.nowMs();
  const { uploadNames, ...database } = await inTransaction(
    url,
    'begin isolation level repeatable read read only',
    (client) => copyDatabase(client, folder, vault),
  );
  const uploads = await keepUploads(folder, uploadNames, store, vault);
  if (withSecret)
    await writeFile(join(folder, 'secret'), vault.seal('secret', Buffer.from(`${secret}\n`)), {
      mode: 0o600,
      flush: true,
    });
  const manifest: Manifest = {
    form: FORM,
    takenAt: new Date(takenMs).toISOString(),
    program,
    ...database,
    uploads,
    secretIncluded: withSecret,
  };
  await writeManifest(folder, manifest, secret, vault);
  return manifest;
}

/** Records a complete backup for the running server's metrics. */
export const noteTaken = (url: string, { takenAt, facts }: Manifest): Promise<unknown> =>
  connected(url, (client) =>
    client.query('insert into backup_taken (at, journals) values ($1, $2)', [takenAt, facts.journal.journals]),
  );

async function copyDatabase(client: Client, folder: string, vault: Vault): Promise<Database> {
  // While these are held no migration changes a table; reads and writes go on.
  await client.query(`set local lock_timeout = ${LOCK_WITHIN_MS}`);
  await client.query(
    `lock table ${(await tablesOf(client)).map(({ table }) => quoted(table)).join(', ')} in access share mode`,
  );
  const tables: KeptTable[] = [];
  for (const shape of await tablesOf(client)) {
    const file = join('tables', `${shape.table}.copy.gz`);
    tables.push({ ...shape, file, ...(await copyOut(client, shape, join(folder, file), vault.sealing(file))) });
  }
  const {
    rows: [noted],
  } = await client.query<{ found: boolean }>(`select to_regclass('public.migration_note') is not null as found`);
  if (noted?.found !== true)
    throw new Error(
      'The database was last brought up to date by an older version: start this one once, then back it up.',
    );
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration_note order by name',
  );
  const { rows: sequences } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`);
  const { rows: uploads } = await client.query<{ name: string }>('select name from upload order by name');
  const {
    rows: [server],
  } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    postgres: server?.version ?? '',
    migrations,
    tables,
    sequences,
    facts: await readFacts(queryOn(client)),
    uploadNames: uploads.map(({ name }) => name),
  };
}
