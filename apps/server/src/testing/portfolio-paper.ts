import { amountOfUnits, type Amount } from '@plimsoll/money';
import { capture, hold, move, nonZeroLines, release, type Account, type Journal, type Line } from '../ledger/index.ts';
import { seedOf, uniform } from './dice.ts';
import { COIN } from './world-parts.ts';

const UNITS = 10n ** 8n;
const COINS = [COIN.USDT, COIN.BTC, COIN.ETH] as const;

/** A line as one would write it on paper. */
interface Noted {
  readonly atMs: number;
  readonly type: number;
  readonly coinId: string;
  readonly what: 'flow' | 'trade' | 'fee' | 'option' | 'interest' | 'own';
  readonly change: bigint;
  /** In USDT, where the journal itself says what it was worth. */
  readonly value?: bigint;
}

/** Units of 10⁻⁸ USDT for one of a coin at a moment: what came before the first price has that one. */
export type PaperPrice = (coinId: string, atMs: number) => bigint;

/** Toward zero. */
const times = (quantity: bigint, each: bigint): bigint => (quantity * each) / UNITS;

/** What a member's lines came to before a moment, all in USDT. */
export interface PaperSums {
  readonly worth: bigint;
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
  readonly options: bigint;
  readonly fees: bigint;
  readonly interest: bigint;
}

/** Draws journals of every kind for one member, and notes what each does, line by line. */
export class PortfolioPaper {
  readonly memberId: string;
  readonly #seed: number;
  #draws = 0;
  #names = 0;
  readonly notes: Noted[] = [];
  /** When its last journal was posted. */
  lastMs = 0;

  constructor(memberId: string) {
    this.memberId = memberId;
    this.#seed = seedOf(`portfolio ${memberId}`);
  }

  #below(count: number): number {
    this.#draws += 1;
    return Math.floor(uniform(this.#seed, 1, this.#draws) * count);
  }

  #units(most: bigint): bigint {
    return most <= 0n ? 0n : 1n + (BigInt(this.#below(2 ** 31)) * most) / 2n ** 31n;
  }

  #account(coinId: string, type: 1 | 2 = 1): Account {
    return { memberId: this.memberId, type, coinId };
  }

  /** What an account has, by the notes up to a moment. */
  held(type: number, coinId: string, toMs = Number.MAX_SAFE_INTEGER): bigint {
    return this.notes.reduce(
      (sum, each) => (each.type === type && each.coinId === coinId && each.atMs <= toMs ? sum + each.change : sum),
      0n,
    );
  }

  #note(atMs: number, coinId: string, what: Noted['what'], change: bigint, more: Partial<Noted> = {}): void {
    if (change !== 0n) this.notes.push({ atMs, type: 1, coinId, what, change, ...more });
  }

  #journal(kind: Journal['cause']['kind'], lines: readonly Line[]): Journal {
    this.#names += 1;
    return {
      cause: { kind, id: `${this.memberId}.${this.#names}` },
      actor: { kind: 'clock' },
      lines: nonZeroLines(lines),
    };
  }

  /** One event at a moment: the journals of it. `friend` may receive. */
  draw(atMs: number, priceOf: PaperPrice, friend: PortfolioPaper): readonly Journal[] {
    const coinId = COINS[this.#below(3)] ?? COIN.USDT;
    const funds = this.held(1, coinId);
    const most = this.#units(funds);
    const name = this.#below(10);
    const arrives = this.#units(10n ** 12n);
    this.lastMs = atMs;
    if (funds === 0n || most < 10n || name === 0) return this.#arrival(atMs, coinId, arrives);
    if (name === 1) return this.#withdrawal(atMs, coinId, most);
    if (name === 2) return this.#exchange(atMs, coinId, most);
    if (name <= 5) return this.#fill(atMs, coinId, most, priceOf);
    if (name === 6) return this.#option(atMs);
    if (name === 7) return this.#stake(atMs, coinId, most);
    if (name === 8) return this.#send(atMs, coinId, most, friend);
    return this.#loan(atMs);
  }

  #arrival(atMs: number, coinId: string, quantity: bigint): readonly Journal[] {
    const kind = this.#below(2) === 0 ? 'recharge' : 'correction';
    this.#note(atMs, coinId, 'flow', quantity);
    const from: Account = { house: kind === 'recharge' ? 'outside' : 'rewards', coinId };
    return [this.#journal(kind, [move(from, this.#account(coinId), amountOfUnits(quantity))])];
  }

  #withdrawal(atMs: number, coinId: string, most: bigint): readonly Journal[] {
    const ref = { kind: 'withdrawal', ref: this.#ref() };
    const fee = most / 10n;
    const own = this.#account(coinId);
    this.#note(atMs, coinId, 'flow', fee - most);
    this.#note(atMs, coinId, 'fee', -fee);
    return [
      this.#journal('withdrawal-request', [hold(own, amountOfUnits(most), ref)]),
      this.#journal('withdrawal', [
        capture(own, { house: 'outside', coinId }, amountOfUnits(most - fee), ref),
        capture(own, { house: 'fees', coinId }, amountOfUnits(fee), ref),
      ]),
    ];
  }

  #ref(): string {
    this.#names += 1;
    return String(BigInt(this.memberId) * 10_000n + BigInt(this.#names));
  }

  #otherCoin(coinId: string): string {
    return COINS.filter((each) => each !== coinId)[this.#below(2)] ?? COIN.USDT;
  }

  #exchange(atMs: number, from: string, given: bigint): readonly Journal[] {
    const to = this.#otherCoin(from);
    const received = this.#units(10n ** 11n);
    this.#note(atMs, from, 'trade', -given);
    this.#note(atMs, to, 'trade', received);
    return [
      this.#journal('flash-exchange', [
        move(this.#account(from), { house: 'spot', coinId: from }, amountOfUnits(given)),
        move({ house: 'spot', coinId: to }, this.#account(to), amountOfUnits(received)),
      ]),
    ];
  }

  #fill(atMs: number, pays: string, given: bigint, priceOf: PaperPrice): readonly Journal[] {
    const gets = this.#otherCoin(pays);
    const received = this.#units(10n ** 11n);
    const fee = received / 1000n;
    const ref = { kind: 'spot', ref: this.#ref() };
    const own = this.#account(pays);
    const value = pays === COIN.USDT ? given : gets === COIN.USDT ? received : times(given, priceOf(pays, atMs));
    this.#note(atMs, pays, 'trade', -given);
    this.#note(atMs, gets, 'trade', received);
    this.#note(atMs, gets, 'fee', -fee, { value: -((value * fee) / received) });
    return [
      this.#journal('spot-place', [hold(own, amountOfUnits(given), ref)]),
      this.#journal('spot-fill', [
        capture(own, { house: 'spot', coinId: pays }, amountOfUnits(given), ref),
        move({ house: 'spot', coinId: gets }, this.#account(gets), amountOfUnits(received)),
        move(this.#account(gets), { house: 'fees', coinId: gets }, amountOfUnits(fee)),
      ]),
    ];
  }

  /** Funds go to the options account, and an option there is won or lost. */
  #option(atMs: number): readonly Journal[] {
    const coinId = COIN.USDT;
    const stake = this.#units(this.held(1, coinId));
    if (stake === 0n) return this.#arrival(atMs, coinId, 10n ** 10n);
    const own = this.#account(coinId, 2);
    const house: Account = { house: 'options', coinId };
    const [isWon, ref] = [this.#below(2) === 0, this.#ref()];
    const [staked, payout] = [
      { kind: 'option-stake', ref },
      { kind: 'option-payout', ref },
    ];
    const size = amountOfUnits(stake);
    this.#note(atMs, coinId, 'own', -stake);
    this.#note(atMs, coinId, 'own', stake, { type: 2 });
    this.#note(atMs, coinId, 'option', isWon ? stake : -stake, { type: 2 });
    return [
      this.#journal('account-transfer', [move(this.#account(coinId), own, size)]),
      this.#journal('option-open', [hold(own, size, staked), hold(house, size, payout)]),
      this.#journal(
        'option-settle',
        isWon
          ? [release(own, size, staked), capture(house, own, size, payout)]
          : [capture(own, house, size, staked), release(house, size, payout)],
      ),
    ];
  }

  #stake(atMs: number, coinId: string, most: bigint): readonly Journal[] {
    const ref = this.#ref();
    const [held, reward] = [
      { kind: 'stake', ref },
      { kind: 'stake-reward', ref },
    ];
    const revenue = amountOfUnits(most / 10n);
    const [own, house]: readonly Account[] = [this.#account(coinId), { house: 'rewards', coinId }];
    if (!own || !house) return [];
    this.#note(atMs, coinId, 'interest', revenue);
    const size = amountOfUnits(most);
    return [
      this.#journal('stake-open', [hold(own, size, held), hold(house, revenue, reward)]),
      this.#journal('stake-end', [release(own, size, held), capture(house, own, revenue, reward)]),
    ];
  }

  #send(atMs: number, coinId: string, most: bigint, friend: PortfolioPaper): readonly Journal[] {
    const fee = most / 100n;
    this.#note(atMs, coinId, 'flow', fee - most);
    this.#note(atMs, coinId, 'fee', -fee);
    friend.#note(atMs, coinId, 'flow', most - fee);
    return [
      this.#journal('member-transfer', [
        move(this.#account(coinId), friend.#account(coinId), amountOfUnits(most - fee)),
        move(this.#account(coinId), { house: 'fees', coinId }, amountOfUnits(fee)),
      ]),
    ];
  }

  /** Lent and repaid at once, with what interest funds can pay. */
  #loan(atMs: number): readonly Journal[] {
    const coinId = COIN.USDT;
    const interest: Amount = amountOfUnits(this.held(1, coinId) / 3n);
    const lent = amountOfUnits(this.#units(10n ** 11n));
    const own = this.#account(coinId);
    this.#note(atMs, coinId, 'flow', lent);
    this.#note(atMs, coinId, 'flow', -lent);
    this.#note(atMs, coinId, 'interest', -interest);
    return [
      this.#journal('loan', [move({ house: 'loans', coinId }, own, lent)]),
      this.#journal('loan-repayment', [
        move(own, { house: 'loans', coinId }, lent),
        move(own, { house: 'fees', coinId }, interest),
      ]),
    ];
  }

  /** The sums of what was noted before a moment, at the prices of another. */
  before(momentMs: number, priceOf: PaperPrice, now: (coinId: string) => bigint): PaperSums {
    const sums = { worth: 0n, moneyIn: 0n, moneyOut: 0n, options: 0n, fees: 0n, interest: 0n };
    const quantities = new Map<string, bigint>();
    for (const { atMs, coinId, what, change, value } of this.notes) {
      if (atMs >= momentMs) continue;
      quantities.set(coinId, (quantities.get(coinId) ?? 0n) + change);
      const worth = value ?? times(change, priceOf(coinId, atMs));
      if (what === 'flow' && worth > 0n) sums.moneyIn += worth;
      else if (what === 'flow') sums.moneyOut -= worth;
      else if (what === 'option') sums.options += worth;
      else if (what === 'fee') sums.fees += worth;
      else if (what === 'interest') sums.interest += worth;
    }
    for (const [coinId, quantity] of quantities) sums.worth += times(quantity, now(coinId));
    return sums;
  }
}
