import type { Debts } from './debts.ts';
import { even, ONE, unitOf, write } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { unpayable } from './payments.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { DAY_MS, tooFine, type Coin, type World } from './world.ts';

export interface MiningOffer {
  readonly id: string;
  readonly coin: Coin;
  readonly min: bigint;
  readonly max: bigint;
  rate: bigint;
  readonly days: number;
}
export interface StakeOffer {
  readonly projectId: string;
  infoId: string;
  readonly coin: Coin;
  readonly flexible: boolean;
  readonly days: number;
  rate: bigint;
  readonly min: bigint;
}

export interface Mined {
  id: string;
  readonly memberId: string;
  readonly coin: Coin;
  readonly amount: bigint;
  readonly daily: bigint;
  readonly days: number;
  readonly startMs: number;
  paidDays: number;
  status: 0 | 1;
}
export interface Staked {
  id: string;
  readonly memberId: string;
  readonly offer: StakeOffer;
  readonly rate: bigint;
  readonly amount: bigint;
  readonly revenue: bigint;
  readonly startMs: number;
  paid: bigint;
  status: 0 | 1 | 2;
}

const FUNDS = 1;
const YEAR_DAYS = 365n;

/** Lock mining and staking (RULES 6). Promised interest is set aside in the rewards account. */
export class Products {
  readonly #world: World;
  readonly #debts: () => Debts;
  readonly miningOffers: MiningOffer[] = [];
  readonly stakeOffers: StakeOffer[] = [];
  readonly mined: Mined[] = [];
  readonly staked: Staked[] = [];

  constructor(world: World, debts: () => Debts) {
    this.#world = world;
    this.#debts = debts;
  }

  mine(memberId: string, offerId: string, amount: bigint): Outcome {
    if (this.#world.settings.switches['machine_switch'] === 0) return refused('switched_off');
    const offer = this.miningOffers.find(({ id }) => id === offerId);
    if (!offer) return refused('not_found');
    const { coin, days } = offer;
    if (tooFine(amount, coin)) return refused('bad_amount');
    if (amount < offer.min) return refused('amount_below_minimum');
    if (amount > offer.max) return refused('amount_above_maximum');
    const unit = unitOf(coin.places);
    const daily = even(amount * offer.rate, 100n * ONE * unit) * unit;
    if (daily === 0n) return refused('earns_nothing');
    if (this.#debts().keeps('locks', memberId, coin, amount)) return refused('owed_on_loan');
    const short = this.#holdBoth(memberId, coin, amount, daily * BigInt(days));
    if (short) return short;
    const mined: Mined = {
      id: '',
      memberId,
      coin,
      amount,
      daily,
      days,
      startMs: this.#world.now(),
      paidDays: 0,
      status: 0,
    };
    this.mined.push(mined);
    return done(
      {
        estimated_revenue: write(daily * BigInt(days)),
        end_time: new Date(mined.startMs + days * DAY_MS).toISOString(),
      },
      (id) => {
        mined.id = id;
      },
    );
  }

  stake(memberId: string, wish: { projectId: string; infoId: string; amount: bigint; payPassword: string }): Outcome {
    if (this.#world.settings.switches['staking_switch'] === 0) return refused('switched_off');
    const offer = this.stakeOffers.find(
      ({ projectId, infoId }) => projectId === wish.projectId && infoId === wish.infoId,
    );
    if (!offer) return refused('not_found');
    if (tooFine(wish.amount, offer.coin)) return refused('bad_amount');
    if (wish.amount < offer.min) return refused('amount_below_minimum');
    const revenue = revenueOf(offer.coin, wish.amount, offer.rate, offer.days);
    if (revenue === 0n) return refused('earns_nothing');
    if (this.#debts().keeps('locks', memberId, offer.coin, wish.amount)) return refused('owed_on_loan');
    const unpaid = unpayable(this.#world, memberId, wish.payPassword);
    if (unpaid) return unpaid;
    const short = this.#holdBoth(memberId, offer.coin, wish.amount, revenue);
    if (short) return short;
    const staked: Staked = {
      id: '',
      memberId,
      offer: { ...offer },
      rate: offer.rate,
      amount: wish.amount,
      revenue,
      startMs: this.#world.now(),
      paid: 0n,
      status: 0,
    };
    this.staked.push(staked);
    return done(
      { total_revenue: write(revenue), end_time: new Date(staked.startMs + offer.days * DAY_MS).toISOString() },
      (id) => {
        staked.id = id;
      },
    );
  }

  redeem(memberId: string, id: string): Outcome {
    const staked = this.staked.find((each) => each.id === id && each.memberId === memberId);
    if (!staked) return refused('not_found');
    if (!staked.offer.flexible) return refused('stake_fixed');
    const now = this.#world.now();
    if (staked.status !== 0 || now >= staked.startMs + staked.offer.days * DAY_MS) return refused('stake_ended');
    const fullDays = Math.max(0, Math.floor((now - staked.startMs) / DAY_MS));
    this.#pay(staked, 2, revenueOf(staked.offer.coin, staked.amount, staked.rate, fullDays));
    return done({ total_revenue: write(staked.paid) });
  }

  /** Pays each full day once; principals are free at their end. */
  payDue(): void {
    const { now, balances } = this.#world;
    for (const mined of this.mined) {
      const { memberId, coin, days, daily, startMs, amount } = mined;
      const due = Math.min(days, Math.floor((now() - startMs) / DAY_MS));
      for (; mined.paidDays < due; mined.paidDays += 1)
        balances.capture(houseAccount('rewards', coin.id), memberAccount(memberId, FUNDS, coin.id), daily);
      if (mined.status === 1 || mined.paidDays < days) continue;
      mined.status = 1;
      balances.release(memberAccount(memberId, FUNDS, coin.id), amount);
    }
    for (const staked of this.staked)
      if (staked.status === 0 && now() >= staked.startMs + staked.offer.days * DAY_MS)
        this.#pay(staked, 1, staked.revenue);
  }

  #holdBoth(memberId: string, coin: Coin, amount: bigint, promised: bigint): Outcome | undefined {
    const { balances } = this.#world;
    const [mine, rewards] = [memberAccount(memberId, FUNDS, coin.id), houseAccount('rewards', coin.id)];
    const short = [
      ...(balances.has(mine, amount) ? [] : ['insufficient_balance']),
      ...(balances.has(rewards, promised) ? [] : ['house_limit']),
    ];
    if (short.length > 0) return refused(...short);
    balances.hold(mine, amount);
    balances.hold(rewards, promised);
    return undefined;
  }

  #pay(staked: Staked, status: 1 | 2, paid: bigint): void {
    const { balances } = this.#world;
    const {
      memberId,
      offer: { coin },
      amount,
      revenue,
    } = staked;
    const [mine, rewards] = [memberAccount(memberId, FUNDS, coin.id), houseAccount('rewards', coin.id)];
    staked.status = status;
    staked.paid = paid;
    balances.release(mine, amount);
    balances.capture(rewards, mine, paid);
    balances.release(rewards, revenue - paid);
  }
}

const revenueOf = (coin: Coin, amount: bigint, rate: bigint, days: number): bigint => {
  const unit = unitOf(coin.places);
  return even(amount * rate * BigInt(days), 100n * YEAR_DAYS * ONE * unit) * unit;
};
