import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { connected } from '../platform/connection.ts';
import { freePort } from './free-port.ts';
import { NOT_ROOT, SYSTEM_POSTGRES } from './system-programs.ts';

/** Why tests with a PostgreSQL of the system cannot run here; undefined when they can. */
export const whyNoSystemPostgres: string | undefined =
  SYSTEM_POSTGRES === undefined ? 'there is no PostgreSQL of the system with pg_basebackup' : undefined;

/** A running cluster. */
export interface Cluster {
  readonly port: number;
  /** Connection string of a role, `name` or `name:password`. */
  url(role: string, database: string): string;
  stop(): Promise<void>;
}

/** Clusters of the system's PostgreSQL, which has all its programs, in a folder of their own. */
export class SystemPostgres {
  readonly folder = mkdtempSync(join(tmpdir(), 'plimsoll-cluster-'));
  readonly #running = new Set<Cluster>();

  constructor() {
    this.own(this.folder);
  }

  /** Hands a file or folder over to the user that PostgreSQL runs as. */
  own(path: string): void {
    if (NOT_ROOT !== undefined) chownSync(path, NOT_ROOT, NOT_ROOT);
  }

  /** Runs one of its programs, or a script that uses them. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
    execFileSync(program.includes('/') ? program : join(SYSTEM_POSTGRES ?? '', program), args, {
      ...this.#as(env),
      stdio: 'ignore',
    });
  }

  /**
   * Makes a cluster in `data`.
   * @param superuser its name, and the password that all roles then need one of; without it everybody is trusted.
   */
  make(data: string, superuser: { readonly name: string; readonly password?: string }, settings = ''): void {
    const file = join(this.folder, 'password');
    writeFileSync(file, superuser.password ?? '', { mode: 0o600 });
    this.own(file);
    const how = superuser.password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', '--pwfile', file];
    this.run('initdb', ['-D', data, '-U', superuser.name, '-E', 'UTF8', '-N', ...how]);
    appendFileSync(join(data, 'postgresql.conf'), `max_connections = 60\n${settings}`);
  }

  /**
   * Starts the cluster of `data` on a free port; resolves when it takes connections.
   * @param role `name` or `name:password`, to try it with.
   * @param env of its own commands, as of `archive_command`.
   */
  async start(data: string, role: string, env?: NodeJS.ProcessEnv): Promise<Cluster> {
    const port = await freePort();
    const child = spawn(
      join(SYSTEM_POSTGRES ?? '', 'postgres'),
      ['-D', data, '-p', String(port), '-k', this.folder, '-c', 'listen_addresses=127.0.0.1'],
      { ...this.#as(env), stdio: 'ignore' },
    );
    const ended = once(child, 'close');
    const cluster: Cluster = {
      port,
      url: (name, database) => `postgres://${name}@127.0.0.1:${port}/${database}`,
      stop: async () => {
        this.#running.delete(cluster);
        if (child.exitCode === null) child.kill('SIGINT');
        await ended;
      },
    };
    this.#running.add(cluster);
    await vi.waitFor(() => connected(cluster.url(role, 'postgres'), (client) => client.query('select 1')), {
      timeout: 60_000,
      interval: 100,
    });
    return cluster;
  }

  /** Ends what runs and removes everything. */
  async remove(): Promise<void> {
    await Promise.all([...this.#running].map((each) => each.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #as(env: NodeJS.ProcessEnv = {}) {
    return {
      env: { PATH: `${SYSTEM_POSTGRES ?? ''}:${process.env['PATH'] ?? ''}`, LC_ALL: 'C', ...env },
      cwd: this.folder,
      ...(NOT_ROOT === undefined ? {} : { uid: NOT_ROOT, gid: NOT_ROOT }),
    };
  }
}
