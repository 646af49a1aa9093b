import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from '../../apps/server/src/platform/connection.ts';
import { migrate, MIGRATIONS } from '../../apps/server/src/platform/migrate.ts';
import { readMigrations } from '../../apps/server/src/platform/migration-files.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import { readComments, type Comments } from './comments.ts';
import { readSchema, type Schema } from './read.ts';

/**
 * Runs all migrations on a temporary embedded database.
 * @returns the resulting schema, and the migrations' comments.
 */
export async function readMigrated(): Promise<{ readonly schema: Schema; readonly comments: Comments }> {
  const dir = await mkdtemp(join(tmpdir(), 'plimsoll-schema-'));
  try {
    const postgres = await startPostgres({ dir });
    try {
      await migrate(postgres.url);
      return {
        schema: await connected(postgres.url, readSchema),
        comments: readComments(await readMigrations(MIGRATIONS)),
      };
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
