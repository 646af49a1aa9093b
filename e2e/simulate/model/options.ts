import { even, ONE, unitOf } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import type { Prices } from './prices.ts';
import { housePurse, memberPurse } from './purses.ts';
import { DAY_MS, tooFine, type Coin, type World } from './world.ts';

interface Term {
  /** Of its row in the console. */
  id: string;
  readonly seconds: number;
  min: bigint;
  max: bigint;
  rate: bigint;
  enabled: boolean;
}

export interface OptionWish {
  readonly memberId: string;
  readonly marketId: string;
  readonly seconds: number;
  readonly stake: bigint;
  readonly way: 'up' | 'down';
}

export interface Option {
  id: string;
  readonly wish: OptionWish;
  readonly rate: bigint;
  readonly winnings: bigint;
  readonly freshMs: number;
  readonly line: bigint;
  readonly placedMs: number;
  readonly expiresMs: number;
  outcome: 'win' | 'lose' | 'tie' | 'void' | null;
  profit: bigint;
  exit: bigint | null;
  settledMs: number;
}

/** What a member allows themselves. */
interface OwnLimits {
  dailyLoss: bigint | null;
  excludedUntilMs: number;
  pending: { dailyLoss: bigint | null; fromMs: number } | null;
}

const OPTIONS = 2;

/** Options by the rules (4): the house is the other side, and the tape decides. */
export class Options {
  readonly #world: World;
  readonly #prices: Prices;
  readonly #usdt: Coin;
  readonly terms = new Map<number, Term>();
  readonly taken: Option[] = [];
  /** When the terms were last changed, by the server's clock; never before the time before, or an option on those terms. */
  #termsMs = Number.NEGATIVE_INFINITY;
  readonly #limits = new Map<string, OwnLimits>();

  constructor(world: World, prices: Prices, usdt: Coin) {
    this.#world = world;
    this.#prices = prices;
    this.#usdt = usdt;
  }

  take(wish: OptionWish): Outcome {
    const { memberId, marketId, stake, seconds } = wish;
    if (this.#world.settings.switches['options_switch'] === 0) return refused('switched_off');
    const term = this.terms.get(seconds);
    if (!term?.enabled) return refused('bad_value');
    if (tooFine(stake, this.#usdt)) return refused('bad_amount');
    if (!this.#world.markets.has(marketId)) return refused('not_found');
    if (!this.#prices.isFresh(marketId)) return refused('stale_market');
    if (stake < term.min) return refused('amount_below_minimum');
    if (stake > term.max) return refused('amount_above_maximum');
    const entry = this.#prices.entry(marketId);
    // Nor on terms of the future, while the clock is behind them.
    if (!entry || this.#termsMs > entry.atMs + 2000) return refused('stale_market');
    const own = this.#own(memberId);
    if (own.excludedUntilMs > this.#world.now()) return refused('self_excluded');
    if (own.dailyLoss !== null && this.#atRisk(memberId) + stake > own.dailyLoss) return refused('daily_loss_limit');
    const unit = unitOf(this.#usdt.places);
    const winnings = even(stake * term.rate, ONE * unit) * unit;
    const [mine, houses] = [memberPurse(memberId, OPTIONS, this.#usdt.id), housePurse('options', this.#usdt.id)];
    const { purses } = this.#world;
    const short = [...(purses.has(mine, stake) ? [] : ['insufficient_balance']), ...(purses.has(houses, winnings) ? [] : ['house_limit'])];
    if (short.length > 0) return refused(...short);
    purses.hold(mine, stake);
    purses.hold(houses, winnings);
    this.#prices.begun(marketId, entry.atMs);
    const option: Option = {
      id: '', wish, rate: term.rate, winnings, freshMs: this.#world.settings.freshMs, line: entry.price, placedMs: entry.atMs,
      expiresMs: entry.atMs + seconds * 1000, outcome: null, profit: 0n, exit: null, settledMs: 0,
    };
    this.taken.push(option);
    return done({}, (id) => { option.id = id; });
  }

  changeTerm(term: Term, change: Pick<Term, 'rate' | 'min' | 'enabled'>): void {
    Object.assign(term, change);
    this.#termsMs = Math.max(this.#termsMs, this.#world.now(), ...this.taken.map(({ placedMs }) => placedMs));
  }

  /** Everything that expired by now ends as the tape says. */
  settle(): void {
    const now = this.#world.now();
    this.#prices.complete();
    for (const option of this.taken) {
      const { wish, expiresMs } = option;
      if (option.outcome !== null || expiresMs > now || !this.#prices.isWholeTo(wish.marketId, expiresMs)) continue;
      const exit = this.#prices.exit(wish.marketId, expiresMs);
      const [mine, houses] = [memberPurse(wish.memberId, OPTIONS, this.#usdt.id), housePurse('options', this.#usdt.id)];
      const { purses } = this.#world;
      option.settledMs = Math.max(now, expiresMs);
      option.exit = exit && expiresMs - exit.atMs <= option.freshMs ? exit.price : null;
      option.outcome = outcomeOf(option);
      if (option.outcome === 'lose') purses.capture(mine, houses, wish.stake);
      else purses.release(mine, wish.stake);
      if (option.outcome === 'win') purses.capture(houses, mine, option.winnings);
      else purses.release(houses, option.winnings);
      option.profit = option.outcome === 'win' ? option.winnings : option.outcome === 'lose' ? -wish.stake : 0n;
    }
  }

  /** What tightens holds at once, what loosens after 24 hours. */
  limit(memberId: string, { dailyLoss, excludeDays }: { dailyLoss?: bigint | null; excludeDays?: number }): void {
    const own = this.#own(memberId);
    const now = this.#world.now();
    if (dailyLoss !== undefined) {
      const isLooser = own.dailyLoss !== null && (dailyLoss === null || dailyLoss > own.dailyLoss);
      if (isLooser) {
        const waits = own.pending;
        const startsAnew = waits === null || (waits.dailyLoss !== null && (dailyLoss === null || dailyLoss > waits.dailyLoss));
        own.pending = { dailyLoss, fromMs: startsAnew ? now + DAY_MS : waits.fromMs };
      } else {
        own.dailyLoss = dailyLoss;
        own.pending = null;
      }
    }
    if (excludeDays) own.excludedUntilMs = Math.max(own.excludedUntilMs, now + excludeDays * DAY_MS);
  }

  /** Lost since midnight, UTC, less what was won, and everything that is open. */
  #atRisk(memberId: string): bigint {
    const now = this.#world.now();
    const midnightMs = now - (now % DAY_MS);
    const own = this.taken.filter(({ wish }) => wish.memberId === memberId);
    const lost = own.filter(({ outcome, settledMs }) => outcome !== null && settledMs >= midnightMs && settledMs < midnightMs + DAY_MS).reduce((sum, { profit }) => sum - profit, 0n);
    const open = own.filter(({ outcome }) => outcome === null).reduce((sum, { wish }) => sum + wish.stake, 0n);
    return (lost > 0n ? lost : 0n) + open;
  }

  #own(memberId: string): OwnLimits {
    const own = this.#limits.get(memberId) ?? { dailyLoss: null, excludedUntilMs: 0, pending: null };
    this.#limits.set(memberId, own);
    if (own.pending && own.pending.fromMs <= this.#world.now()) {
      own.dailyLoss = own.pending.dailyLoss;
      own.pending = null;
    }
    return own;
  }
}

function outcomeOf({ exit, line, wish }: Option): 'win' | 'lose' | 'tie' | 'void' {
  if (exit === null) return 'void';
  if (exit === line) return 'tie';
  return exit > line === (wish.way === 'up') ? 'win' : 'lose';
}
