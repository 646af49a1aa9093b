import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesIn } from '../../../apps/server/src/platform/postgres/data-folder.ts';
import { startChildServer, type ChildServer, type Silences } from '../../../apps/server/src/testing/child-server.ts';
import { isReady, until } from './until.ts';

/**
 * What is killed: the server with its children, only its embedded database, or the database and then the server during
 * the database's restart.
 */
export type Blow = 'server' | 'database' | 'both';

export interface TargetOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
}

export class Target {
  readonly options: TargetOptions;
  #server: Promise<ChildServer>;
  #isUp = false;
  /** Of processes that have ended. */
  readonly #faults: string[] = [];

  constructor(options: TargetOptions) {
    this.options = options;
    this.#server = this.#start();
  }

  /** Of the process that runs. */
  async silences(): Promise<Silences> {
    return (await this.#server).silences();
  }

  /** What its processes wrote of calls that were answered with 500. */
  async faults(): Promise<readonly string[]> {
    return [...this.#faults, ...(await this.#server).faults()];
  }

  /** Where its figures are. */
  get metricsUrl(): string {
    return `http://127.0.0.1:${this.options.env['METRICS_PORT']}/metrics`;
  }

  /** Its address; waits while it is down. */
  async url(): Promise<string> {
    return (await this.#server).url;
  }

  async pid(): Promise<number> {
    return (await this.#server).pid;
  }

  /** False from a blow until it serves again. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Kills it with SIGKILL. @returns the time until it served again, in ms. */
  async strike(blow: Blow): Promise<number> {
    const server = await this.#server;
    const struckMs = performance.now();
    const database = blow === 'server' ? undefined : this.#databasePid();
    if (database !== undefined) process.kill(database, 'SIGKILL');
    if (blow === 'database')
      await until(
        'the database is back',
        async () => this.#databasePid(true) !== database && (await isReady(server.url)),
      );
    else await this.restart(() => server.kill());
    return performance.now() - struckMs;
  }

  /** Restarts it; calls of `url` meanwhile wait for the new address. */
  async restart(end: () => Promise<void> = async () => (await this.#server).stop()): Promise<void> {
    this.#isUp = false;
    const before = this.#server;
    this.#server = end().then(async () => {
      this.#faults.push(...(await before).faults());
      return this.#start();
    });
    await this.#server;
  }

  async stop(): Promise<void> {
    this.#isUp = false;
    await (await this.#server).stop();
  }

  async kill(): Promise<void> {
    this.#isUp = false;
    await (await this.#server).kill();
  }

  /** Ends it if it still runs, and waits until its database has left the folder. */
  async abandon(): Promise<void> {
    this.#isUp = false;
    await this.#server.then(
      (server) => server.kill(),
      () => undefined,
    );
    await until(
      'its database is gone',
      async () => (await processesIn(join(this.options.dataDir, 'postgres')))?.length === 0,
    );
  }

  async #start(): Promise<ChildServer> {
    const server = await startChildServer(this.options);
    this.#isUp = true;
    return server;
  }

  /** With `mayLack`, undefined when there is none. */
  #databasePid(mayLack = false): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.options.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (pid > 1) return pid;
    } catch (error) {
      if (!mayLack) throw error;
    }
    if (mayLack) return undefined;
    throw new Error('the database has no process');
  }
}
