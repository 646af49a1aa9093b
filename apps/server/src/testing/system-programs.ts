import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the programs of the system's PostgreSQL; undefined where there is none with all of them. */
export const SYSTEM_POSTGRES = ['/usr/lib/postgresql', '/usr/pgsql']
  .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((version) => join(folder, version, 'bin')) : []))
  .find((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'pg_verifybackup')));

/** Whom programs run as that refuse to be root: nobody; undefined where this process is not root. */
export const NOT_ROOT = process.getuid?.() === 0 ? 65_534 : undefined;
