import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { portOf } from '../../support/port-of.ts';

/** A local port that forwards connections and can cut them. */
export class Line {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  cutCount = 0;

  private constructor(to: () => NetConnectOpts) {
    this.#server = createServer((near) => this.#join(near, connect(to())));
  }

  static async open(to: () => NetConnectOpts): Promise<Line> {
    const line = new Line(to);
    await new Promise<void>((resolve) => {
      line.#server.listen(0, '127.0.0.1', resolve);
    });
    return line;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** Resets every connection; new ones are accepted at once. */
  cut(): void {
    this.cutCount += this.#open.size / 2;
    for (const socket of this.#open) {
      // A Unix socket cannot be reset.
      if (socket.remoteAddress === undefined) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #join(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
