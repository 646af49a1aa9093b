import { readFile } from 'node:fs/promises';
import { findDatabase } from './audit/find-database.ts';
import { ownerOf, readCommand, secretOf, storeOf } from './backup/command.ts';
import { keyOf } from './backup/key.ts';
import { noteTaken, takeBackup } from './backup/take.ts';
import { missingUpload } from './backup/uploads.ts';
import { textAt } from './json.ts';
import { messageOf } from './message-of.ts';

// `npm run backup -- FOLDER` (docs/OPERATING.md, "Backup"): a complete, consistent copy of the deployment, with or
// without a running server, by the server's variables. Exit code 0 when complete, else 1,
// as when the store lacks an upload.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Whether everything is in it. */
async function backUp(): Promise<boolean> {
  const { config, folder, flags } = readCommand('npm run backup -- FOLDER [--with-secret] [--plain]', [
    'with-secret',
    'plain',
  ]);
  const secret = await secretOf(config);
  if (secret === undefined)
    throw new Error('There is no SECRET, and none in DATA_DIR: give the one the server works with.');
  const key = flags.plain ? undefined : await keyOf(process.env);
  if (key === undefined && !flags.plain && config.mode === 'live') {
    throw new Error(
      'A live deployment is backed up encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE, or give --plain where something else encrypts what leaves the machine.',
    );
  }
  const version = textAt(await readFile(new URL('../package.json', import.meta.url), 'utf8'), 'version') ?? '';
  const database = await findDatabase(config);
  try {
    const url = ownerOf(database.ownerUrl, 'A backup reads every table');
    const manifest = await takeBackup({
      url,
      store: storeOf(config),
      secret,
      withSecret: flags['with-secret'] === true,
      folder,
      program: version,
      key,
    });
    const { tables, uploads, facts } = manifest;
    const isWhole = uploads.missing.length === 0;
    if (isWhole)
      await noteTaken(url, manifest).catch((error: unknown) =>
        process.stderr.write(`The backup is whole, but was not noted: ${messageOf(error)}\n`),
      );
    say(
      `${tables.length} tables, ${tables.reduce((all, { rows }) => all + rows, 0)} rows, ${uploads.count} uploads in ${folder}`,
    );
    say(`journal ends at ${facts.journal.journals} with ${facts.journal.hash}`);
    for (const name of uploads.missing) say(missingUpload(name));
    if (!isWhole)
      process.stderr.write(
        `The backup is not whole: ${uploads.missing.length} uploads that the database has are not in the store. It was not noted; it can be restored without them.\n`,
      );
    say(
      key === undefined
        ? 'The tables are not encrypted: whoever has the backup can read names, addresses and hashes of passwords.'
        : `Encrypted with ${'file' in key ? 'the key file' : 'the passphrase'}: without it nothing can be restored. Keep it elsewhere.`,
    );
    if (!flags['with-secret'])
      say(
        `SECRET is not in the backup: keep ${config.secret === undefined ? `${config.dataDir}/secret` : 'the variable'} elsewhere, it is needed to restore. Images are encrypted with it.`,
      );
    else if (key === undefined)
      say(
        `SECRET lies in ${folder}/secret in the clear: whoever reads it can read every image that members sent. Keep this backup locked away.`,
      );
    return isWhole;
  } finally {
    await database.close();
  }
}

try {
  if (!(await backUp())) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`There is no backup: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
