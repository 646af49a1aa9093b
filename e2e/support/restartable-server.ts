import { startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';

/** A server that may be down for a while. */
export class RestartableServer {
  readonly #dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #server: Promise<ChildServer>;

  constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.#dataDir = dataDir;
    this.#env = env;
    this.#server = this.#start();
  }

  /** Its address; waits while it is down. */
  async url(): Promise<string> {
    return (await this.#server).url;
  }

  /** Kills and restarts it. @returns the downtime, in ms. */
  async killAndRestart(): Promise<number> {
    const server = await this.#server;
    const killedMs = performance.now();
    // From now on `url` waits for the new address.
    this.#server = server.kill().then(() => this.#start());
    await this.#server;
    return performance.now() - killedMs;
  }

  /** Stops it normally. */
  async stop(): Promise<void> {
    await (await this.#server).stop();
  }

  /** Ends it if it runs. */
  async abandon(): Promise<void> {
    await this.#server.then(
      (server) => server.kill(),
      () => undefined,
    );
  }

  #start(): Promise<ChildServer> {
    return startChildServer({ dataDir: this.#dataDir, env: this.#env });
  }
}
