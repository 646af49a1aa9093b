import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { portOf } from '../platform/listening-port.ts';

/** Of which side what passes comes. */
type Side = 'near' | 'far';

/** A local port that forwards connections, and can cut them, hold what passes back, or delay it. */
export class Line {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #isHeld: Readonly<Record<Side, boolean>> = { near: false, far: false };
  #holdAt: { readonly words: string; readonly sides: readonly Side[] } | undefined;
  /** How long what passes is under way, each way. */
  delayMs = 0;
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

  /** Connections stay open and nothing passes, as over a network that swallows everything. */
  hold(sides: readonly Side[] = ['near', 'far']): void {
    this.#isHeld = { near: sides.includes('near'), far: sides.includes('far') };
  }

  /** Holds these sides once `words` have come from the near one. */
  holdAt(words: string, sides: readonly Side[]): void {
    this.#holdAt = { words, sides };
  }

  get isHeld(): boolean {
    return this.#isHeld.near || this.#isHeld.far;
  }

  /** How many pieces are held. */
  get heldCount(): number {
    return this.#held.length;
  }

  /** Passes on what was held, in order. */
  release(): void {
    this.#isHeld = { near: false, far: false };
    for (const pass of this.#held.splice(0)) pass();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #join(near: Socket, far: Socket): void {
    for (const [side, socket, other] of [
      ['near', near, far],
      ['far', far, near],
    ] as const) {
      this.#open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('data', (chunk: Buffer) => {
        if (side === 'near' && this.#holdAt !== undefined && chunk.includes(this.#holdAt.words)) {
          this.hold(this.#holdAt.sides);
          this.#holdAt = undefined;
        }
        this.#pass(side, () => other.write(chunk));
      });
      socket.on('end', () => this.#pass(side, () => other.end()));
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
    }
  }

  #pass(side: Side, pass: () => void): void {
    if (this.#isHeld[side]) this.#held.push(pass);
    else if (this.delayMs > 0) setTimeout(pass, this.delayMs).unref();
    else pass();
  }
}
