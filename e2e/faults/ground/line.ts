import { connect, createServer, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A line that can be cut: a port on the loopback whose connections are handed on. */
export class Line {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  /** Connections that were cut. */
  cutCount = 0;

  private constructor(to: () => NetConnectOpts) {
    this.#server = createServer((near) => this.#join(near, connect(to())));
  }

  /** Opens a line; `to` says for each connection where it leads at that moment. */
  static async open(to: () => NetConnectOpts): Promise<Line> {
    const line = new Line(to);
    await new Promise<void>((resolve) => {
      line.#server.listen(0, '127.0.0.1', resolve);
    });
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every connection without a word, whatever is under way on it; new ones may come at once. */
  cut(): void {
    this.cutCount += this.#open.size / 2;
    for (const socket of this.#open) {
      // The socket of a file knows no reset.
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
