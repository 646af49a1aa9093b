import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../../apps/server/src/config.ts';
import { folderStore, s3Store, type ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';

/** The store of the server's uploads. */
export const storeOf = ({ uploadsS3, dataDir }: Config): ObjectStore =>
  uploadsS3 ? s3Store(uploadsS3) : folderStore(join(dataDir, 'uploads'));

/** The server's secret: its variable, or a demo's stored one. */
export const secretOf = async ({ secret, dataDir }: Config): Promise<string | undefined> =>
  secret ??
  (await readFile(join(dataDir, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  ));

/** The owner's connection string. Throws a sentence beginning with `why` where no variable gives one. */
export function ownerOf(url: string | undefined, why: string): string {
  if (url === undefined)
    throw new Error(`${why} as the role that owns the database: set MIGRATE_DATABASE_URL beside DATABASE_URL.`);
  return url;
}

interface Command<Flag extends string> {
  readonly config: Config;
  /** Absolute. */
  readonly folder: string;
  readonly flags: Readonly<Partial<Record<Flag, boolean>>>;
}

/** Reads a command line of one folder and flags, and the server's variables. Throws a sentence when one is wrong. */
export function readCommand<Flag extends string>(usage: string, flags: readonly Flag[]): Command<Flag> {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(`usage: ${usage}`);
  const given: Partial<Record<Flag, boolean>> = {};
  for (const flag of flags) if (values[flag] === true) given[flag] = true;
  return { config: readConfig(process.env), folder: resolve(folder), flags: given };
}
