import type { Option, OptionWish } from './option.ts';
import { even, ONE, unitOf } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import type { Prices } from './prices.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { costliest, MEMBER_LIMIT, NET_LIMIT, slotsOf } from './risk.ts';
import { DAY_MS, tooFine, type Coin, type World } from './world.ts';

interface Term {
  id: string;
  readonly seconds: number;
  min: bigint;
  max: bigint;
  rate: bigint;
  enabled: boolean;
}

interface OwnLimits {
  dailyLoss: bigint | null;
  excludedUntilMs: number;
  pending: { dailyLoss: bigint | null; fromMs: number } | null;
}

const OPTIONS = 2;
/**
 * Delay of the line, how long to wait for it, and how long the next mark after the expiry decides where none was fresh.
 */
const LINE_DELAY_MS = 1_000;
const LINE_WITHIN_MS = 5_000;
const NEXT_WITHIN_MS = 60_000;

/** Options (RULES 4): the platform is the counterparty, the tape decides. */
export class Options {
  readonly #world: World;
  readonly #prices: Prices;
  readonly #usdt: Coin;
  readonly terms = new Map<number, Term>();
  readonly placed: Option[] = [];
  /** Server time of the last change of terms; never earlier than the previous change, or an option on those terms. */
  #termsMs = Number.NEGATIVE_INFINITY;
  readonly #limits = new Map<string, OwnLimits>();

  constructor(world: World, prices: Prices, usdt: Coin) {
    this.#world = world;
    this.#prices = prices;
    this.#usdt = usdt;
  }

  place(wish: OptionWish): Outcome {
    const { memberId, marketId, stake, seconds } = wish;
    if (this.#world.settings.switches['options_switch'] === 0) return refused('switched_off');
    const term = this.terms.get(seconds);
    if (!term?.enabled) return refused('bad_value');
    if (tooFine(stake, this.#usdt)) return refused('bad_amount');
    if (!this.#world.markets.has(marketId)) return refused('not_found');
    if (!this.#prices.isMarked(marketId)) return refused('stale_market');
    if (stake < term.min) return refused('amount_below_minimum');
    if (stake > term.max) return refused('amount_above_maximum');
    const placedMs = this.#prices.acceptance(marketId, LINE_DELAY_MS);
    // Not on terms ahead of the clock, nor while the clock is behind the tape.
    if (placedMs === undefined || this.#termsMs > placedMs + 2000 || placedMs - this.#world.now() > 2000)
      return refused('stale_market');
    const own = this.#own(memberId);
    if (own.excludedUntilMs > this.#world.now()) return refused('self_excluded');
    if (own.dailyLoss !== null && this.#atRisk(memberId) + stake > own.dailyLoss) return refused('daily_loss_limit');
    const unit = unitOf(this.#usdt.places);
    const winnings = even(stake * term.rate, ONE * unit) * unit;
    if (!this.#isAllowed({ wish, placedMs, winnings, line: null })) return refused('house_limit');
    const [mine, houses] = [memberAccount(memberId, OPTIONS, this.#usdt.id), houseAccount('options', this.#usdt.id)];
    const { balances } = this.#world;
    const short = [
      ...(balances.has(mine, stake) ? [] : ['insufficient_balance']),
      ...(balances.has(houses, winnings) ? [] : ['house_limit']),
    ];
    if (short.length > 0) return refused(...short);
    balances.hold(mine, stake);
    balances.hold(houses, winnings);
    const option: Option = {
      id: '',
      wish,
      rate: term.rate,
      winnings,
      freshMs: this.#world.settings.freshMs,
      placedMs,
      line: null,
      outcome: null,
      profit: 0n,
      exit: null,
      settledMs: 0,
    };
    this.placed.push(option);
    return done({}, (id) => {
      option.id = id;
    });
  }

  /** Within the platform's limit for any ten seconds of expiry, and within the member's own. */
  #isAllowed(option: Pick<Option, 'wish' | 'placedMs' | 'winnings' | 'line'>): boolean {
    const open = this.placed.filter(({ outcome }) => outcome === null);
    const staked = open
      .filter(({ wish }) => wish.memberId === option.wish.memberId)
      .reduce((sum, { wish }) => sum + wish.stake, option.wish.stake);
    const slots = (each: Pick<Option, 'wish' | 'placedMs' | 'line'>) => slotsOf(each, LINE_DELAY_MS, LINE_WITHIN_MS);
    const market = open.filter(({ wish }) => wish.marketId === option.wish.marketId);
    return (
      staked <= MEMBER_LIMIT &&
      [...slots(option)].every(
        (slot) => costliest([...market.filter((each) => slots(each).has(slot)), option]) <= NET_LIMIT,
      )
    );
  }

  changeTerm(term: Term, change: Pick<Term, 'rate' | 'min' | 'enabled'>): void {
    Object.assign(term, change);
    this.#termsMs = Math.max(this.#termsMs, this.#world.now(), ...this.placed.map(({ placedMs }) => placedMs));
  }

  /** Draws lines, and settles everything whose end is known. */
  settle(): void {
    const now = this.#world.now();
    this.#prices.complete();
    for (const option of this.placed) if (option.outcome === null && option.line === null) this.#draw(option, now);
    const ending = this.placed.flatMap((option) => {
      const end = option.outcome === null ? this.#endOf(option, now) : undefined;
      return end ? [{ option, end }] : [];
    });
    const settledMs = ending.reduce((latest, { end }) => Math.max(latest, end.dueMs), now);
    for (const { option, end } of ending) this.#end(option, end.price, settledMs);
  }

  #draw(option: Option, now: number): void {
    const fromMs = option.placedMs + LINE_DELAY_MS;
    const mark =
      fromMs <= now ? this.#prices.firstMark(option.wish.marketId, fromMs, fromMs + LINE_WITHIN_MS) : undefined;
    if (mark) option.line = { price: mark.price, expiresMs: mark.atMs + option.wish.seconds * 1000 };
  }

  #endOf(
    { wish: { marketId }, placedMs, line, freshMs }: Option,
    now: number,
  ): { readonly price: bigint | null; readonly dueMs: number } | undefined {
    if (!line) {
      const untilMs = placedMs + LINE_DELAY_MS + LINE_WITHIN_MS;
      const isNever =
        untilMs <= now &&
        this.#prices.isWholeTo(marketId, untilMs) &&
        !this.#prices.firstMark(marketId, placedMs + LINE_DELAY_MS, untilMs);
      return isNever ? { price: null, dueMs: untilMs } : undefined;
    }
    const { expiresMs } = line;
    if (expiresMs > now || !this.#prices.isWholeTo(marketId, expiresMs)) return undefined;
    const last = this.#prices.lastMark(marketId, expiresMs - freshMs, expiresMs);
    if (last) return { price: last.price, dueMs: expiresMs };
    const next = this.#prices.firstMark(marketId, expiresMs + 1, expiresMs + NEXT_WITHIN_MS);
    if (next) return { price: next.price, dueMs: next.atMs };
    return this.#prices.isWholeTo(marketId, expiresMs + NEXT_WITHIN_MS)
      ? { price: null, dueMs: expiresMs + NEXT_WITHIN_MS }
      : undefined;
  }

  #end(option: Option, price: bigint | null, settledMs: number): void {
    const { wish } = option;
    const [mine, houses] = [
      memberAccount(wish.memberId, OPTIONS, this.#usdt.id),
      houseAccount('options', this.#usdt.id),
    ];
    const { balances } = this.#world;
    option.settledMs = settledMs;
    option.exit = price;
    option.outcome = outcomeOf(option);
    if (option.outcome === 'lose') balances.capture(mine, houses, wish.stake);
    else balances.release(mine, wish.stake);
    if (option.outcome === 'win') balances.capture(houses, mine, option.winnings);
    else balances.release(houses, option.winnings);
    option.profit = option.outcome === 'win' ? option.winnings : option.outcome === 'lose' ? -wish.stake : 0n;
  }

  /** Tightening holds at once, loosening after 24 hours. */
  limit(memberId: string, { dailyLoss, excludeDays }: { dailyLoss?: bigint | null; excludeDays?: number }): void {
    const own = this.#own(memberId);
    const now = this.#world.now();
    if (dailyLoss !== undefined) {
      const isLooser = own.dailyLoss !== null && (dailyLoss === null || dailyLoss > own.dailyLoss);
      if (isLooser) {
        const waits = own.pending;
        const restarts =
          waits === null || (waits.dailyLoss !== null && (dailyLoss === null || dailyLoss > waits.dailyLoss));
        own.pending = { dailyLoss, fromMs: restarts ? now + DAY_MS : waits.fromMs };
      } else {
        own.dailyLoss = dailyLoss;
        own.pending = null;
      }
    }
    if (excludeDays) own.excludedUntilMs = Math.max(own.excludedUntilMs, now + excludeDays * DAY_MS);
  }

  /** Net loss since midnight, UTC, plus everything open. */
  #atRisk(memberId: string): bigint {
    const now = this.#world.now();
    const midnightMs = now - (now % DAY_MS);
    const own = this.placed.filter(({ wish }) => wish.memberId === memberId);
    const lost = own
      .filter(
        ({ outcome, settledMs }) => outcome !== null && settledMs >= midnightMs && settledMs < midnightMs + DAY_MS,
      )
      .reduce((sum, { profit }) => sum - profit, 0n);
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
  if (exit === null || line === null) return 'void';
  if (exit === line.price) return 'tie';
  return exit > line.price === (wish.way === 'up') ? 'win' : 'lose';
}
