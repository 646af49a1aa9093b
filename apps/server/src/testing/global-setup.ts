import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { FolderInUse, startPostgres } from '../platform/postgres/index.ts';
import { ensureTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { readonly url: string; readonly appUrl: string; readonly template: string };
  }
}

const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url));
const TEST_FOLDERS = 8;

/**
 * One PostgreSQL for the whole run: that of `DATABASE_URL` and `MIGRATE_DATABASE_URL`, or an embedded one kept between
 * runs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [appUrl, url] = [process.env['DATABASE_URL'], process.env['MIGRATE_DATABASE_URL']];
  if (appUrl && !url) throw new Error('MIGRATE_DATABASE_URL must be set beside DATABASE_URL: tests make databases.');
  const server = appUrl && url ? { url, appUrl, stop: async () => {} } : await startInCache();
  try {
    project.provide('databaseServer', {
      url: server.url,
      appUrl: server.appUrl,
      template: await ensureTemplate(server.url),
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}

/** Uses the first folder that no other run uses. */
async function startInCache() {
  await mkdir(CACHE, { recursive: true });
  for (let number = 1; ; number += 1) {
    try {
      return await startPostgres({
        dir: `${CACHE}test-postgres-${number}`,
        settings: { max_connections: '300', autovacuum: 'off' },
      });
    } catch (error) {
      if (number === TEST_FOLDERS || !(error instanceof FolderInUse)) throw error;
    }
  }
}
