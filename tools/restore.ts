import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../apps/server/src/config.ts';
import { loginOf } from '../apps/server/src/platform/db.ts';
import { makeOwnFolder } from '../apps/server/src/platform/own-folder.ts';
import { startPostgres } from '../apps/server/src/platform/postgres/index.ts';
import { ownerOf, readCommand, secretOf, storeOf } from './backup/command.ts';
import { askKey } from './backup/key.ts';
import { readManifest, type Manifest } from './backup/manifest.ts';
import { checkBackup, putBack, requireEmpty } from './backup/put-back.ts';
import { missingUpload, otherThanUploads, putUploads } from './backup/uploads.ts';
import { findVault, type Vault } from './backup/vault.ts';
import { messageOf } from './message-of.ts';

// `npm run restore -- FOLDER [--check]` (docs/OPERATING.md, "Backup"): restores a backup into an empty database and
// data folder of the server's variables, and runs the audit. Encrypted ones need BACKUP_PASSPHRASE or BACKUP_KEY_FILE,
// or ask. With --check it only verifies the backup, and ends with 1 where uploads were missing when it was taken. Exit code 0 on
// success.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function restore(): Promise<number> {
  const { config, folder, flags } = readCommand('npm run restore -- FOLDER [--check]', ['check']);
  const vault = await findVault(folder, (kind) => askKey(kind, process.env));
  const beside = await readFile(join(folder, 'secret')).catch(() => undefined);
  const secret = (await secretOf(config)) ?? (beside && vault.open('secret', beside).toString().trim());
  const manifest = await readManifest(folder, secret, vault);
  await checkBackup(folder, manifest, vault);
  const { missing } = manifest.uploads;
  say(
    `the backup of ${manifest.takenAt} is ${missing.length === 0 ? 'whole' : `unaltered, but lacks ${missing.length} uploads`}: ${manifest.tables.length} tables, ${manifest.uploads.count} uploads, journal ${manifest.facts.journal.journals}`,
  );
  for (const name of missing) say(missingUpload(name));
  if (secret === undefined)
    say(
      'there is no SECRET, nor a file secret in DATA_DIR or the backup: nobody looked whether the backup is that of a server of yours, and without the one it had, images that members sent and authenticators cannot be read',
    );
  if (flags.check) return missing.length === 0 ? 0 : 1;
  await requireRoom(config, folder, vault);
  // Before the database: what breaks off here is run again.
  await putUploads(folder, storeOf(config), vault);
  const webhooks = await intoDatabase(config, folder, manifest, { vault, isSecretLost: secret === undefined });
  if (config.secret === undefined && secret !== undefined) await keepSecret(config.dataDir, secret);
  say(
    `everything is back, read again and compared; the journal ends at ${manifest.facts.journal.journals} with ${manifest.facts.journal.hash}`,
  );
  if (webhooks.length > 0)
    say(
      `webhooks are off, so that a drill notifies nobody: ${webhooks.join(', ')}. Where this takes the place of the server that was backed up, switch them on again in the console`,
    );
  return audit();
}

const embeddedIn = (dataDir: string): string => join(dataDir, 'postgres');

/** Throws unless the database is empty, and the folder of uploads but for some of this backup. */
async function requireRoom(config: Config, folder: string, vault: Vault): Promise<void> {
  if (config.databaseUrl !== undefined)
    await requireEmpty(ownerOf(config.migrateDatabaseUrl, 'A restore makes the tables'));
  else if (existsSync(embeddedIn(config.dataDir)))
    throw new Error(`There is a database in ${config.dataDir} already: a backup is put into an empty one.`);
  if (config.uploadsS3) return;
  const uploads = join(config.dataDir, 'uploads');
  const other = await otherThanUploads(uploads, folder, vault);
  if (other !== undefined)
    throw new Error(`${uploads} is not empty, it has ${other}: uploads are put into an empty folder.`);
}

/** The database of `DATABASE_URL`, or a new embedded one, removed again on failure; answers the webhooks that were on. */
async function intoDatabase(
  { databaseUrl, migrateDatabaseUrl, dataDir }: Config,
  folder: string,
  manifest: Manifest,
  how: { readonly vault: Vault; readonly isSecretLost: boolean },
): Promise<string[]> {
  if (databaseUrl !== undefined)
    return putBack(ownerOf(migrateDatabaseUrl, 'A restore makes the tables'), folder, manifest, {
      ...how,
      login: loginOf(databaseUrl),
    });
  const postgres = await startPostgres({ dir: dataDir });
  const webhooks = await putBack(postgres.url, folder, manifest, how).catch(async (error: unknown) => {
    await postgres.stop();
    await rm(embeddedIn(dataDir), { recursive: true });
    throw error;
  });
  await postgres.stop();
  return webhooks;
}

async function keepSecret(dataDir: string, secret: string): Promise<void> {
  await makeOwnFolder(dataDir);
  await writeFile(join(dataDir, 'secret'), `${secret}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      // It is the one that opened the backup.
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

async function audit(): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('audit.ts', import.meta.url))], { stdio: 'inherit' });
  await once(child, 'close');
  return child.exitCode ?? 1;
}

try {
  process.exitCode = await restore();
} catch (error) {
  process.stderr.write(`Not restored: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
