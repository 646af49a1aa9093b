import type { StreamMark, StreamTick } from '@plimsoll/contract';
import type { Page, WebSocketRoute } from '@playwright/test';

export type Bar = StreamTick['tick'];

/** A live stream under a journey's control: silent until it sends, and cut on request. */
export class ScriptedStream {
  readonly #page: Page;
  #socket: WebSocketRoute | undefined;
  readonly #keys = new Set<string>();
  #ts = 1;
  connections = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Replaces the server's stream from now on. */
  async begin(): Promise<void> {
    await this.#page.routeWebSocket('**/stream', (socket) => {
      this.#socket = socket;
      this.connections += 1;
      this.#keys.clear();
      socket.onMessage((message) => {
        const { sub, unsub }: { sub?: string; unsub?: string } = JSON.parse(String(message));
        if (sub !== undefined) this.#keys.add(sub);
        if (unsub !== undefined) this.#keys.delete(unsub);
      });
    });
  }

  follows(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Sends a bar to its subscribers, each time with a new tick. */
  say(symbol: string, resolution: StreamTick['resolution'], tick: Bar): void {
    this.#ts += 1;
    this.#socket?.send(JSON.stringify({ symbol, resolution, tick, ts: this.#ts } satisfies StreamTick));
  }

  /** Sends a mark to its subscribers, each with a new number. */
  sayMark(symbol: string, price: string, sources = 3): void {
    this.#ts += 1;
    this.#socket?.send(
      JSON.stringify({ symbol, mark: { seq: this.#ts, price, sources }, ts: Date.now(), age: 0 } satisfies StreamMark),
    );
  }

  async cut(): Promise<void> {
    const last = this.#socket;
    this.#socket = undefined;
    this.#keys.clear();
    await last?.close();
  }
}
