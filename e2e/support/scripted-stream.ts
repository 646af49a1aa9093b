import type { StreamMark, StreamTick } from '@plimsoll/contract';
import type { Page, WebSocketRoute } from '@playwright/test';

export type Bar = StreamTick['tick'];

/** The live stream as a journey wants it: silent until told to speak, and broken when told to break. */
export class ScriptedStream {
  readonly #page: Page;
  #socket: WebSocketRoute | undefined;
  readonly #keys = new Set<string>();
  #ts = 1;
  /** How many times it was connected to. */
  connections = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Stands before the server's stream from now on. */
  async begin(): Promise<void> {
    await this.#page.routeWebSocket('**/stream', (socket) => {
      this.#socket = socket;
      this.connections += 1;
      this.#keys.clear();
      socket.onMessage((message) => {
        const { sub, unsub } = JSON.parse(String(message)) as { sub?: string; unsub?: string };
        if (sub !== undefined) this.#keys.add(sub);
        if (unsub !== undefined) this.#keys.delete(unsub);
      });
    });
  }

  /** True while the page follows a key. */
  follows(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Says a bar to whoever follows; each time it is a tick of its own. */
  say(symbol: string, resolution: StreamTick['resolution'], tick: Bar): void {
    this.#ts += 1;
    this.#socket?.send(JSON.stringify({ symbol, resolution, tick, ts: this.#ts } satisfies StreamTick));
  }

  /** Says a mark to whoever follows, each of its own number. */
  sayMark(symbol: string, price: string, sources = 3): void {
    this.#ts += 1;
    this.#socket?.send(
      JSON.stringify({ symbol, mark: { seq: this.#ts, price, sources }, ts: Date.now(), age: 0 } satisfies StreamMark),
    );
  }

  /** Breaks the connection. */
  async cut(): Promise<void> {
    const last = this.#socket;
    this.#socket = undefined;
    this.#keys.clear();
    await last?.close();
  }
}
