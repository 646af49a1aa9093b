import type { Debts } from './debts.ts';
import { down, ONE, unitOf } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { unpayable } from './payments.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { DAY_MS, tooFine, type World } from './world.ts';

export interface Sent {
  id: string;
  readonly from: string;
  readonly to: string;
  readonly coinId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly arrivesMs: number;
  status: 1 | 2 | 3;
}

const FUNDS = 1;

/** Transfers between members (RULES 5). */
export class Sending {
  readonly #world: World;
  readonly #debts: () => Debts;
  readonly all: Sent[] = [];

  constructor(world: World, debts: () => Debts) {
    this.#world = world;
    this.#debts = debts;
  }

  send(from: string, wish: { to: string; coinId: string; amount: bigint; payPassword: string }): Outcome {
    const { settings, coins, members, balances, now } = this.#world;
    const { to, coinId, amount, payPassword } = wish;
    if (settings.switches['Internal_transfer_status'] === 0) return refused('switched_off');
    if (to === from) return refused('same_member');
    const coin = coins.get(coinId);
    if (!coin) return refused('not_found');
    if (tooFine(amount, coin)) return refused('bad_amount');
    const receiver = members.get(to);
    if (!receiver || receiver.frozen) return refused('not_found');
    if (settings.switches['identity_for_withdrawal'] === 1 && members.get(from)?.identity !== 2)
      return refused('identity_needed');
    if (this.#debts().keeps('leaves', from, coin, amount)) return refused('owed_on_loan');
    const unpaid = unpayable(this.#world, from, payPassword);
    if (unpaid) return unpaid;
    const mine = memberAccount(from, FUNDS, coinId);
    if (!balances.has(mine, amount)) return refused('insufficient_balance');
    const unit = unitOf(coin.places);
    const fee = down(amount * coin.sendRate, ONE * unit) * unit;
    const sent: Sent = { id: '', from, to, coinId, amount, fee, arrivesMs: now() + coin.sendDays * DAY_MS, status: 1 };
    balances.hold(mine, amount);
    this.all.push(sent);
    if (coin.sendDays === 0) this.#arrive(sent);
    return done({ status: sent.status, arrival_time: new Date(sent.arrivesMs).toISOString() }, (id) => {
      sent.id = id;
    });
  }

  cancel(by: string, id: string): Outcome {
    const sent = this.all.find((each) => each.id === id && each.from === by);
    if (!sent) return refused('not_found');
    if (sent.status !== 1 || sent.arrivesMs <= this.#world.now()) return refused('transfer_ended');
    sent.status = 3;
    this.#world.balances.release(memberAccount(by, FUNDS, sent.coinId), sent.amount);
    return done();
  }

  arriveDue(): void {
    for (const sent of this.all) if (sent.status === 1 && sent.arrivesMs <= this.#world.now()) this.#arrive(sent);
  }

  #arrive(sent: Sent): void {
    const { balances } = this.#world;
    const { from, to, coinId, amount, fee } = sent;
    sent.status = 2;
    balances.capture(memberAccount(from, FUNDS, coinId), memberAccount(to, FUNDS, coinId), amount - fee);
    balances.capture(memberAccount(from, FUNDS, coinId), houseAccount('fees', coinId), fee);
  }
}
