import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';

/** What is killed: the server with all it began, its database alone, or the database first and the server while that comes back. */
export const BLOWS = ['server', 'database', 'both'] as const;
export type Blow = (typeof BLOWS)[number];

/** A server that is shot at, and started again each time. */
export class Target {
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #server: Promise<ChildServer>;

  constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#server = this.#start();
  }

  /** Where it can be asked; resolves once it is there again. */
  async url(): Promise<string> {
    return (await this.#server).url;
  }

  /** Strikes without warning (SIGKILL), and resolves when it serves again. */
  async strike(blow: Blow): Promise<void> {
    const server = await this.#server;
    if (blow !== 'server') process.kill(this.#databasePid(), 'SIGKILL');
    if (blow === 'database') return this.#untilReadyAgain(server.url);
    // Whoever asks for the address from now on waits for the next one.
    this.#server = server.kill().then(() => this.#start());
    await this.#server;
  }

  /** Ends it as an operator does. */
  async stop(): Promise<void> {
    await (await this.#server).stop();
  }

  /** Ends it if it still runs, whatever became of the test. */
  async abandon(): Promise<void> {
    await this.#server.then((server) => server.kill(), () => undefined);
  }

  #start(): Promise<ChildServer> {
    return startChildServer({ dataDir: this.dataDir, env: this.#env });
  }

  #databasePid(): number {
    const pid = Number(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (!(pid > 1)) throw new Error('the database has no process');
    return pid;
  }

  /** The server starts a database that died again by itself. */
  async #untilReadyAgain(url: string): Promise<void> {
    const before = this.#databaseSeen();
    for (let isServing = false; !isServing || this.#databaseSeen() === before;) isServing = await isReady(url);
  }

  #databaseSeen(): number | undefined {
    try {
      return this.#databasePid();
    } catch {
      return undefined;
    }
  }
}

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;
