import { join } from 'node:path';
import { startPostgres, type Postgres } from '../../../apps/server/src/platform/postgres/index.ts';
import { Line } from '../../../apps/server/src/testing/line.ts';
import { Machines } from './machines.ts';

/** Connections for three servers and the checks. */
const ROOMY = { max_connections: '140' };

/** What a fault needs of the database and of the way to it. */
export interface DatabaseNeeds {
  /** Cuttable connections to the database and from members. */
  readonly lines?: boolean;
  /** Those to the database alone: members reach every process directly. */
  readonly databaseLine?: boolean;
  /** Number of server processes on one database and one Redis; by default one. */
  readonly processes?: number;
  /** The database on three machines, under Patroni; each process reaches it over a haproxy of its own. */
  readonly machines?: boolean;
}

export interface DatabaseEnv {
  readonly DATABASE_URL: string;
  readonly MIGRATE_DATABASE_URL: string;
}

interface FoundDatabase {
  /** As the process of this place reaches it. */
  readonly env: (at: number) => DatabaseEnv;
  readonly direct: DatabaseEnv;
  readonly line?: Line;
  readonly machines?: Machines;
  readonly postgres?: Postgres;
}

/** The database that these needs want; undefined for the server's own. */
export async function findDatabase(
  dir: string,
  { lines = false, databaseLine = lines, processes = 1, machines = false }: DatabaseNeeds,
  ends: (() => Promise<void> | void)[],
): Promise<FoundDatabase | undefined> {
  if (!machines) return databaseLine || processes > 1 ? openSeparateDatabase(dir, databaseLine, ends) : undefined;
  const several = await Machines.open(processes);
  ends.push(() => several.close());
  return { env: (at) => several.urls(at), direct: several.urls(0), machines: several };
}

/** A separate PostgreSQL, reached over a line if wanted. */
async function openSeparateDatabase(
  dir: string,
  hasLine: boolean,
  ends: (() => Promise<void> | void)[],
): Promise<FoundDatabase> {
  const postgres = await startPostgres({ dir, settings: ROOMY });
  ends.push(() => postgres.stop());
  const direct = { DATABASE_URL: postgres.appUrl, MIGRATE_DATABASE_URL: postgres.url };
  if (!hasLine) return { env: () => direct, direct, postgres };
  const sockets = new URL(postgres.url).searchParams.get('host') ?? '';
  const line = await Line.open(() => ({ path: join(sockets, '.s.PGSQL.5432') }));
  ends.push(() => line.close());
  const over = (url: string): string =>
    Object.assign(new URL(url), { host: `127.0.0.1:${line.port}`, search: '' }).href;
  const overLine = { DATABASE_URL: over(postgres.appUrl), MIGRATE_DATABASE_URL: over(postgres.url) };
  return { env: () => overLine, direct, line, postgres };
}
