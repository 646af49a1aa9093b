import { down, ONE, unitOf, up } from './exact.ts';
import type { Prices } from './prices.ts';
import { memberAccount } from './balances.ts';
import type { Coin, World } from './world.ts';

/** Percentage of a debt that a member's accounts must stay worth. */
const COVER = 105n;
const ACCOUNTS = [1, 2, 3] as const;

interface Sides {
  readonly owed: (memberId: string) => bigint;
  /** Amount of a coin in pending withdrawals and transfers. */
  readonly leaving: (memberId: string, coinId: string) => bigint;
  readonly locked: (memberId: string, coinId: string) => bigint;
}

/** What an overdue loan blocks (RULES 6). */
export class Debts {
  readonly #world: World;
  readonly #prices: Prices;
  readonly #usdt: Coin;
  readonly #sides: Sides;

  constructor(world: World, prices: Prices, usdt: Coin, sides: Sides) {
    this.#world = world;
    this.#prices = prices;
    this.#usdt = usdt;
    this.#sides = sides;
  }

  keeps(way: 'leaves' | 'locks', memberId: string, coin: Coin, amount: bigint): boolean {
    const debt = this.#sides.owed(memberId);
    if (debt === 0n) return false;
    const needed = up(debt * COVER, 100n);
    const over = this.#worth(way, memberId) - needed;
    if (over <= 0n) return true;
    const price = this.#price(coin);
    if (price === undefined) return false;
    const unit = unitOf(coin.places);
    return amount > down(down(over * ONE, price), unit) * unit;
  }

  #worth(way: 'leaves' | 'locks', memberId: string): bigint {
    const { leaving, locked } = this.#sides;
    let all = 0n;
    for (const coin of this.#world.coins.values()) {
      const balances = ACCOUNTS.map((type) => this.#world.balances.of(memberAccount(memberId, type, coin.id)));
      const held =
        balances.reduce((sum, { available, frozen }) => sum + available + frozen, 0n) -
        leaving(memberId, coin.id) -
        (way === 'locks' ? locked(memberId, coin.id) : 0n);
      const price = this.#price(coin);
      if (price !== undefined && held > 0n) all += down(price * held, ONE);
    }
    return all;
  }

  #price(coin: Coin): bigint | undefined {
    if (coin === this.#usdt) return ONE;
    const direct = [...this.#world.markets.values()].find(({ base, quote }) => base === coin && quote === this.#usdt);
    return direct && this.#prices.lastPrice(direct.id);
  }
}
