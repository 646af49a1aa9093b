import { uniform, seedOf } from '../../../apps/server/src/testing/dice.ts';
import { HtxServer } from '../../../apps/server/src/testing/htx-server/htx-server.ts';

const SEED = seedOf('faults');
const EVERY_MS = 200;
const LEVELS = 15;
/** Maximum distance of a price from where it began, as a share of it. */
const REACH = 0.05;

const SYMBOLS = ['btcusdt', 'ethusdt'] as const;
type Symbol = (typeof SYMBOLS)[number];
const BEGINS: Readonly<Record<Symbol, number>> = { btcusdt: 60_000, ethusdt: 3_000 };

const round = (price: number): number => Math.round(price * 100) / 100;

/**
 * An HTX server for the servers under test: prices within known bounds, silence, or whatever
 * a fault sends.
 */
export class FakeExchange {
  readonly server: HtxServer;
  #turn = 0;
  #speaking: NodeJS.Timeout | undefined;
  readonly #held = new Map<Symbol, number>();
  lastSentMs = 0;
  /** Offset of its clock from the machine's. */
  clockShiftMs = 0;

  private constructor(server: HtxServer) {
    this.server = server;
  }

  static async open(): Promise<FakeExchange> {
    const exchange = new FakeExchange(await HtxServer.open(...SYMBOLS));
    exchange.speak();
    return exchange;
  }

  get env(): Readonly<Record<string, string>> {
    return { FEED: 'htx', HTX_URL: this.server.url, HTX_WS_URL: this.server.wsUrl };
  }

  price(symbol: Symbol = 'btcusdt'): number {
    const held = this.#held.get(symbol);
    if (held !== undefined) return held;
    const wave = Math.sin(this.#turn / 40) * 0.6 + (uniform(SEED, SYMBOLS.indexOf(symbol), this.#turn) - 0.5) * 0.8;
    return round(BEGINS[symbol] * (1 + wave * REACH));
  }

  /** Bounds of every price it sends. */
  bounds(symbol: Symbol = 'btcusdt'): readonly [low: number, high: number] {
    return [BEGINS[symbol] * (1 - REACH), BEGINS[symbol] * (1 + REACH)];
  }

  hold(symbol: Symbol, price: number): void {
    this.#held.set(symbol, price);
  }

  say(): void {
    this.#turn += 1;
    this.lastSentMs = Date.now() + this.clockShiftMs;
    for (const symbol of SYMBOLS) {
      const price = this.price(symbol);
      this.server.trade(symbol, price, 0.5, this.lastSentMs);
      const side = (sign: 1 | -1) =>
        Array.from({ length: LEVELS }, (_, at) => [round(price * (1 + sign * 0.0002 * (at + 1))), 2] as const);
      this.server.depth(symbol, side(-1), side(1), this.lastSentMs);
    }
  }

  speak(): void {
    this.#speaking ??= setInterval(() => this.say(), EVERY_MS);
  }

  /** Stops sending; connections stay open. */
  silence(): void {
    clearInterval(this.#speaking);
    this.#speaking = undefined;
  }

  async close(): Promise<void> {
    this.silence();
    await this.server.close();
  }
}
