import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDb, sql, type Statement } from '../../apps/server/src/platform/db.ts';
import { median } from './stats.ts';

const DATABASE = 'tpcb';
const DEBIAN = '/usr/lib/postgresql';
/** Share of the transactions that only warm up. */
const WARMING = 4;

const create = sql<never>('bench.createTpcb', `create database ${DATABASE}`);
const remove = sql<never>('bench.dropTpcb', `drop database if exists ${DATABASE} with (force)`);

const run = promisify(execFile);

async function asOwner(url: string, statement: Statement<never>): Promise<void> {
  const db = openDb(url, { connections: 1, role: null });
  try {
    await db.run(statement);
  } finally {
    await db.close();
  }
}

export type Protocol = 'simple' | 'extended' | 'prepared';

/** How often TPC-B transactions are requested: as fast as possible, or at a rate. */
interface Load {
  readonly seconds: number;
  readonly protocol: Protocol;
}

/** `pgbench` with its built-in TPC-B script, on a separate database of the same server. */
export interface Pgbench {
  throughput(load: Load): Promise<number>;
  /** Median time of a transaction in ms at `perSecond`, without the wait for its turn. */
  medianMs(load: Load & { readonly perSecond: number }): Promise<number>;
  drop(): Promise<void>;
}

/** The system's `pgbench`. Throws when there is none. */
async function findProgram(): Promise<string> {
  const versions = existsSync(DEBIAN) ? (await readdir(DEBIAN)).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const found = folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('pgbench was not found: install PostgreSQL’s client programs (Debian: postgresql).');
  return found;
}

/**
 * Prepares TPC-B on the PostgreSQL server at `url` (a socket's connection string). The scale is the number of
 * `clients`, so that they do not wait for one another's branch; a larger one would only be slower.
 */
export async function openPgbench(
  url: string,
  { clients, folder }: { readonly clients: number; readonly folder: string },
): Promise<Pgbench> {
  const program = await findProgram();
  const { username, password, searchParams } = new URL(url);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password) };
  const server = ['-h', searchParams.get('host') ?? '', '-U', username];
  await asOwner(url, create);
  const pgbench = (args: readonly string[]) =>
    run(program, [...server, ...args, DATABASE], { cwd: folder, env, maxBuffer: 2 ** 26 });
  await pgbench(['-i', '-q', '-s', String(clients)]);
  const usual = ({ seconds, protocol }: Load) => [
    '-n',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-M',
    protocol,
  ];

  return {
    async throughput(load) {
      const { stdout } = await pgbench(usual(load));
      const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (tps === undefined) throw new Error(`pgbench printed no rate: ${stdout}`);
      return Number(tps);
    },

    async medianMs(load) {
      const prefix = 'tpcb-log';
      await pgbench([...usual(load), '-R', String(Math.round(load.perSecond)), '-l', '--log-prefix', prefix]);
      const logs = (await readdir(folder)).filter((name) => name.startsWith(prefix));
      const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
      await Promise.all(logs.map((name) => rm(join(folder, name))));
      const times = transactionMs(texts.join(''));
      return median(times.slice(Math.floor(times.length / WARMING)));
    },

    drop: () => asOwner(url, remove),
  };
}

/** Times of transactions in a `pgbench --rate` log, without their schedule lag. */
export function transactionMs(log: string): number[] {
  return log
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, , fromSchedule, , , , lag] = line.split(' ');
      return (Number(fromSchedule) - Number(lag)) / 1000;
    });
}
