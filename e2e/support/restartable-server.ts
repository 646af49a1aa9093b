import { startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';

/** The server of a trade day, which may be away for a while. */
export class RestartableServer {
  readonly #dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #server: Promise<ChildServer>;

  constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.#dataDir = dataDir;
    this.#env = env;
    this.#server = this.#start();
  }

  /** Its address; resolves when it is there again. */
  async url(): Promise<string> {
    return (await this.#server).url;
  }

  /** Cuts its power and starts it again. @returns how long it was away, in ms. */
  async killAndRestart(): Promise<number> {
    const server = await this.#server;
    const killedMs = performance.now();
    // From now on whoever asks for the address waits for the new one.
    this.#server = server.kill().then(() => this.#start());
    await this.#server;
    return performance.now() - killedMs;
  }

  /** Ends it properly. */
  async stop(): Promise<void> {
    await (await this.#server).stop();
  }

  /** Ends it in any way, if it runs at all. */
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
