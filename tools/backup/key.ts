import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { given, type Environment } from '../../apps/server/src/environment.ts';
import type { BackupKey } from './vault.ts';

/** Shorter ones can be guessed offline. */
const MIN_PASSPHRASE = 12;
const MIN_FILE_BYTES = 32;

/**
 * The key given by `BACKUP_PASSPHRASE` or `BACKUP_KEY_FILE`; undefined when neither is set.
 * @throws Error, in a sentence, when both are set, or the key is too short.
 */
export async function keyOf(env: Environment): Promise<BackupKey | undefined> {
  const [passphrase, path] = [given(env, 'BACKUP_PASSPHRASE'), given(env, 'BACKUP_KEY_FILE')];
  if (passphrase !== undefined && path !== undefined)
    throw new Error('Of BACKUP_PASSPHRASE and BACKUP_KEY_FILE one is enough: leave one out.');
  if (passphrase !== undefined) {
    if (passphrase.length < MIN_PASSPHRASE)
      throw new Error(`BACKUP_PASSPHRASE must have at least ${MIN_PASSPHRASE} characters.`);
    return { passphrase };
  }
  if (path === undefined) return undefined;
  const file = await readFile(path);
  if (file.length < MIN_FILE_BYTES)
    throw new Error(`BACKUP_KEY_FILE must have at least ${MIN_FILE_BYTES} bytes: openssl rand -out ${path} 32`);
  return { file };
}

/**
 * The key of an encrypted backup: from the variables, or a passphrase asked for at a terminal.
 * @throws Error, in a sentence, without a terminal, or when a key of the other kind was given.
 */
export async function askKey(kind: 'passphrase' | 'file', env: Environment): Promise<BackupKey> {
  const known = await keyOf(env);
  if (known && kind in known) return known;
  if (kind === 'file') throw new Error('The backup was encrypted with a key file: name it by BACKUP_KEY_FILE.');
  if (known || !process.stdin.isTTY)
    throw new Error(
      'The backup was encrypted with a passphrase: set BACKUP_PASSPHRASE, or start this at a terminal to be asked.',
    );
  process.stdout.write('Passphrase of the backup: ');
  // Input is not echoed.
  const asking = createInterface({
    input: process.stdin,
    output: new Writable({ write: (_part, _encoding, done) => done() }),
    terminal: true,
  });
  try {
    return { passphrase: await asking.question('') };
  } finally {
    asking.close();
    process.stdout.write('\n');
  }
}
