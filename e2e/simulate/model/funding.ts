import { down, ONE, unitOf, up } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import type { Debts } from './debts.ts';
import { unpayable } from './payments.ts';
import type { Prices } from './prices.ts';
import { houseAccount, memberAccount, type HouseName } from './balances.ts';
import { tooFine, type Coin, type World } from './world.ts';

export interface Deposit {
  id: string;
  readonly memberId: string;
  readonly coin: Coin;
  readonly claimed: bigint;
  credited: bigint | null;
  status: 1 | 2 | 3;
  waiting?: { readonly by: string; readonly amount: bigint };
}
export interface Withdrawal {
  id: string;
  readonly memberId: string;
  readonly coin: Coin;
  readonly amount: bigint;
  readonly fee: bigint;
  needs: 1 | 2;
  readonly worth: bigint | undefined;
  readonly threshold: bigint;
  readonly approvedBy: string[];
  status: 1 | 2 | 3;
}
/** A correction or a house posting. */
export interface Proposal {
  id: string;
  readonly account: string;
  readonly against: string;
  readonly amount: bigint;
  readonly by: string;
  readonly lack: string;
  status: 1 | 2 | 3;
}

interface Alone {
  readonly what: string;
  readonly memberId: string;
  readonly by: string;
  readonly worth: bigint | undefined;
  readonly threshold: bigint;
}

const FUNDS = 1;
const DAY_MS = 86_400_000;
const CLAIM_MAX = 1_000_000_000n * ONE;
const FIRST = 202;

/** Deposits and withdrawals (RULES 5), and corrections by two operators (docs/wire/operator.md). */
export class Funding {
  readonly #world: World;
  readonly #prices: Prices;
  readonly #usdt: Coin;
  readonly #debts: () => Debts;
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly proposals: Proposal[] = [];
  readonly #alone: (Alone & { readonly atMs: number })[] = [];

  constructor(world: World, prices: Prices, usdt: Coin, debts: () => Debts) {
    this.#world = world;
    this.#prices = prices;
    this.#usdt = usdt;
    this.#debts = debts;
  }

  claim(memberId: string, coinId: string, claimed: bigint): Outcome {
    if (this.#world.settings.switches['recharge_status'] === 0) return refused('switched_off');
    const coin = this.#world.coins.get(coinId);
    if (!coin) return refused('not_found');
    if (tooFine(claimed, coin)) return refused('bad_amount');
    if (claimed > CLAIM_MAX) return refused('amount_above_maximum');
    const deposit: Deposit = { id: '', memberId, coin, claimed, credited: null, status: 1 };
    this.deposits.push(deposit);
    return done({}, (id) => {
      deposit.id = id;
    });
  }

  decideDeposit(
    id: string,
    {
      verdict,
      by,
      amount,
    }: { readonly verdict: 'approve' | 'reject'; readonly by: string; readonly amount?: bigint | undefined },
  ): Outcome {
    const deposit = this.deposits.find((each) => each.id === id);
    if (!deposit) return refused('not_found');
    if (deposit.status !== 1) return refused('already_decided');
    if (verdict === 'reject') {
      deposit.status = 3;
      return done();
    }
    const credited = amount ?? deposit.claimed;
    if (tooFine(credited, deposit.coin)) return refused('bad_amount');
    if (credited > CLAIM_MAX) return refused('amount_above_maximum');
    const second = deposit.waiting?.amount === credited;
    if (second && deposit.waiting?.by === by) return refused('same_operator');
    const worth = this.#worth(deposit.coin, credited);
    const alone = { what: 'deposit', memberId: deposit.memberId, by, worth, threshold: this.#world.settings.fourEyes };
    if (!second && (credited > deposit.claimed || !this.#isWithin(alone))) {
      if (deposit.waiting) return refused('changed_meanwhile');
      deposit.waiting = { by, amount: credited };
      return done({ httpStatus: FIRST });
    }
    if (!second) this.#count(alone);
    deposit.status = 2;
    deposit.credited = credited;
    this.#world.balances.move(
      houseAccount('outside', deposit.coin.id),
      memberAccount(deposit.memberId, FUNDS, deposit.coin.id),
      credited,
    );
    return done();
  }

  withdraw(memberId: string, coinId: string, amount: bigint, payPassword: string): Outcome {
    const { settings, coins, members, balances } = this.#world;
    if (settings.switches['withdrawal_status'] === 0 || settings.switches['address_switch'] === 0)
      return refused('switched_off');
    const coin = coins.get(coinId);
    if (!coin) return refused('not_found');
    if (tooFine(amount, coin)) return refused('bad_amount');
    const member = members.get(memberId);
    if (!member?.addresses.has(coinId)) return refused('no_address');
    const unit = unitOf(coin.places);
    const fee =
      (coin.feeType === 1 ? down(amount * coin.feePercent, 100n * ONE * unit) : down(coin.feeFixed, unit)) * unit;
    if (amount < coin.withdrawMin || fee >= amount) return refused('amount_below_minimum');
    if (amount > coin.withdrawMax) return refused('amount_above_maximum');
    if (settings.switches['identity_for_withdrawal'] === 1 && member.identity !== 2) return refused('identity_needed');
    if (this.#debts().keeps('leaves', memberId, coin, amount)) return refused('owed_on_loan');
    const unpaid = unpayable(this.#world, memberId, payPassword);
    if (unpaid) return unpaid;
    const mine = memberAccount(memberId, FUNDS, coinId);
    if (!balances.has(mine, amount)) return refused('insufficient_balance');
    balances.hold(mine, amount);
    const worth = this.#worth(coin, amount);
    const withdrawal: Withdrawal = {
      id: '',
      memberId,
      coin,
      amount,
      fee,
      needs: worth === undefined || worth > settings.fourEyes ? 2 : 1,
      worth,
      threshold: settings.fourEyes,
      approvedBy: [],
      status: 1,
    };
    this.withdrawals.push(withdrawal);
    return done({}, (id) => {
      withdrawal.id = id;
    });
  }

  decideWithdrawal(id: string, verdict: 'approve' | 'reject', by: string): Outcome {
    const withdrawal = this.withdrawals.find((each) => each.id === id);
    if (!withdrawal) return refused('not_found');
    if (withdrawal.status !== 1) return refused('already_decided');
    const { balances } = this.#world;
    const { memberId, coin, amount, fee, approvedBy, worth, threshold } = withdrawal;
    const mine = memberAccount(memberId, FUNDS, coin.id);
    if (verdict === 'reject') {
      withdrawal.status = 3;
      balances.release(mine, amount);
      return done();
    }
    if (approvedBy.includes(by)) return refused('same_operator');
    const alone = { what: 'withdrawal', memberId, by, worth, threshold };
    if (approvedBy.length === 0 && withdrawal.needs === 1 && !this.#isWithin(alone)) withdrawal.needs = 2;
    approvedBy.push(by);
    if (withdrawal.needs === 1) this.#count(alone);
    if (approvedBy.length < withdrawal.needs) return done({ httpStatus: FIRST });
    withdrawal.status = 2;
    balances.capture(mine, houseAccount('outside', coin.id), amount - fee);
    balances.capture(mine, houseAccount('fees', coin.id), fee);
    return done();
  }

  proposeCorrection(by: string, memberId: string, type: number, coin: Coin, amount: bigint): Outcome {
    return this.#propose(
      {
        id: '',
        account: memberAccount(memberId, type, coin.id),
        against: houseAccount('rewards', coin.id),
        amount,
        by,
        lack: 'insufficient_balance',
        status: 1,
      },
      coin,
    );
  }

  proposePosting(by: string, house: HouseName, coin: Coin, amount: bigint): Outcome {
    return this.#propose(
      {
        id: '',
        account: houseAccount(house, coin.id),
        against: houseAccount('outside', coin.id),
        amount,
        by,
        lack: 'house_limit',
        status: 1,
      },
      coin,
    );
  }

  decideProposal(proposal: Proposal, verdict: 'approve' | 'reject', by: string): Outcome {
    if (proposal.status !== 1) return refused('already_decided');
    if (verdict === 'reject') {
      proposal.status = 3;
      return done();
    }
    if (proposal.by === by) return refused('same_operator');
    const { balances } = this.#world;
    const { account, against, amount } = proposal;
    if (amount < 0n && !balances.has(account, -amount)) return refused(proposal.lack);
    if (amount > 0n && !against.startsWith('house outside') && !balances.has(against, amount))
      return refused('house_limit');
    balances.move(against, account, amount);
    proposal.status = 2;
    return done();
  }

  #propose(proposal: Proposal, coin: Coin): Outcome {
    if (tooFine(proposal.amount < 0n ? -proposal.amount : proposal.amount, coin)) return refused('bad_amount');
    this.proposals.push(proposal);
    return done({ httpStatus: FIRST }, (id) => {
      proposal.id = id;
    });
  }

  /** True when a decision keeps the day's sums, of the member and of the operator, within the threshold (RULES 8). */
  #isWithin({ what, memberId, by, worth, threshold }: Alone): boolean {
    if (worth === undefined) return false;
    const since = this.#world.now() - DAY_MS;
    const lately = this.#alone.filter((each) => each.what === what && each.atMs > since);
    const sum = (of: (each: Alone) => boolean) => lately.filter(of).reduce((all, each) => all + (each.worth ?? 0n), 0n);
    return (
      sum((each) => each.memberId === memberId) + worth <= threshold &&
      sum((each) => each.by === by) + worth <= threshold
    );
  }

  #count(alone: Alone): void {
    this.#alone.push({ ...alone, atMs: this.#world.now() });
  }

  /** In USDT by the last prices, rounded up; undefined without a price. */
  #worth(coin: Coin, amount: bigint): bigint | undefined {
    if (coin === this.#usdt) return amount;
    const markets = [...this.#world.markets.values()];
    const direct = markets.find(({ base, quote }) => base === coin && quote === this.#usdt);
    const price = direct && this.#prices.lastPrice(direct.id);
    return price === undefined ? undefined : up(price * amount, ONE);
  }
}
