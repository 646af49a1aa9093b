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

  async url(): Promise<string> {
    return (await this.#server).url;
  }

  /** Kills and restarts it. @returns the downtime, in ms. */
  async killAndRestart(): Promise<number> {
    const server = await this.#server;
    const killedMs = performance.now();
    this.#server = server.kill().then(() => this.#start());
    await this.#server;
    return performance.now() - killedMs;
  }

  async stop(): Promise<void> {
    await (await this.#server).stop();
  }

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
