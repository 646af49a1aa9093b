import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../platform/postgres/index.ts';
import { ensureTemplate, hashOfMigrations } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: {
      readonly url: string;
      readonly appUrl: string;
      readonly template: string;
      readonly isInMemory: boolean;
    };
  }
}

const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url));
const PREFIX = 'test-postgres-';
const SETTINGS = { max_connections: '300', autovacuum: 'off' };
/** Linux's name of a file system in memory. */
const TMPFS = 0x01_02_19_94;

/**
 * One PostgreSQL for the whole run: that of `DATABASE_URL` and `MIGRATE_DATABASE_URL`, or an embedded one on a copy of
 * a folder that is kept between runs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [appUrl, url] = [process.env['DATABASE_URL'], process.env['MIGRATE_DATABASE_URL']];
  if (appUrl && !url) throw new Error('MIGRATE_DATABASE_URL must be set beside DATABASE_URL: tests make databases.');
  const server =
    appUrl && url ? { url, appUrl, isInMemory: false, stop: async () => {} } : await startCopy(await keptFolder());
  try {
    project.provide('databaseServer', {
      url: server.url,
      appUrl: server.appUrl,
      template: await ensureTemplate(server.url),
      isInMemory: server.isInMemory,
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}

/** Starts on a copy, in the folder for temporary files, which may be in memory. */
async function startCopy(kept: string) {
  const dir = await mkdtemp(join(tmpdir(), 'plimsoll-databases-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    // PostgreSQL needs owners and rights preserved.
    execFileSync('cp', ['-a', `${kept}/.`, dir]);
    const server = await startPostgres({ dir, settings: SETTINGS });
    return {
      url: server.url,
      appUrl: server.appUrl,
      isInMemory: statfsSync(dir).type === TMPFS,
      async stop() {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A PostgreSQL's folder with the migrated template, made once for its migrations; nothing runs on it. */
async function keptFolder(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const name = PREFIX + (await hashOfMigrations());
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  for (const old of (await readdir(CACHE)).filter((each) => /^test-postgres-(?:\d+|[0-9a-f]{16})$/.test(each)))
    await rm(join(CACHE, old), { recursive: true, force: true });
  // Renamed when complete: an interrupted run leaves no half folder, and the first of two runs wins.
  const fresh = await mkdtemp(join(CACHE, `${name}.`));
  const server = await startPostgres({ dir: fresh, settings: SETTINGS });
  try {
    await ensureTemplate(server.url);
  } finally {
    await server.stop();
  }
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}
