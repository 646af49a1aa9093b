import { even, ONE } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { DAY_MS, type Coin, type World } from './world.ts';

export interface LoanOffer {
  readonly id: string;
  readonly min: bigint;
  readonly max: bigint;
  rate: bigint;
  readonly days: number;
}

export interface Loan {
  id: string;
  readonly memberId: string;
  readonly amount: bigint;
  readonly interest: bigint;
  readonly days: number;
  dueMs: number | null;
  readonly rate: bigint;
  late: bigint;
  status: 1 | 2 | 3 | 4;
  repayment: 0 | 1 | 2;
}

const FUNDS = 1;

/** Loans (RULES 6). */
export class Loans {
  readonly #world: World;
  readonly #usdt: Coin;
  readonly offers: LoanOffer[] = [];
  readonly all: Loan[] = [];

  constructor(world: World, usdt: Coin) {
    this.#world = world;
    this.#usdt = usdt;
  }

  apply(memberId: string, offerId: string, amount: bigint): Outcome {
    if (this.#world.settings.switches['loan_switch'] === 0) return refused('switched_off');
    if (amount % ONE !== 0n) return refused('bad_amount');
    const offer = this.offers.find(({ id }) => id === offerId);
    if (!offer) return refused('not_found');
    if (amount < offer.min) return refused('amount_below_minimum');
    if (amount > offer.max) return refused('amount_above_maximum');
    if (this.owed(memberId) > 0n) return refused('overdue_loan');
    const interest = even(amount * offer.rate * BigInt(offer.days), 100n * ONE);
    const loan: Loan = {
      id: '',
      memberId,
      amount,
      interest,
      days: offer.days,
      dueMs: null,
      rate: offer.rate,
      late: 0n,
      status: 1,
      repayment: 0,
    };
    this.all.push(loan);
    return done({}, (id) => {
      loan.id = id;
    });
  }

  cancel(memberId: string, id: string): Outcome {
    const loan = this.all.find((each) => each.id === id && each.memberId === memberId);
    if (!loan) return refused('not_found');
    if (loan.status !== 1) return refused('loan_decided');
    loan.status = 4;
    return done();
  }

  repay(memberId: string, id: string): Outcome {
    const loan = this.all.find((each) => each.id === id && each.memberId === memberId);
    if (!loan) return refused('not_found');
    if (loan.status !== 2 || loan.repayment === 1) return refused('nothing_to_repay');
    return this.#collect(loan) ? done() : refused('insufficient_balance');
  }

  /** An operator's decision: the HTTP status, or a reason. */
  decide(id: string, verdict: 'approve' | 'reject'): Outcome {
    const loan = this.all.find((each) => each.id === id);
    if (!loan) return refused('not_found');
    if (loan.status !== 1) return refused('already_decided');
    if (verdict === 'reject') {
      loan.status = 3;
      return done();
    }
    if (this.owed(loan.memberId) > 0n) return refused('overdue_loan');
    const { balances, now } = this.#world;
    const lent = houseAccount('loans', this.#usdt.id);
    if (!balances.has(lent, loan.amount)) return refused('house_limit');
    balances.move(lent, memberAccount(loan.memberId, FUNDS, this.#usdt.id), loan.amount);
    loan.status = 2;
    loan.dueMs = now() + loan.days * DAY_MS;
    return done();
  }

  owed(memberId: string): bigint {
    return this.all
      .filter((loan) => loan.memberId === memberId && this.#isDue(loan))
      .reduce((sum, loan) => sum + loan.amount + loan.interest + this.lateBy(loan), 0n);
  }

  /** Full days since the due day of an unpaid loan, each charged at the loan's rate. */
  lateDays({ repayment, dueMs }: Loan): number {
    return repayment === 2 && dueMs !== null ? Math.max(0, Math.floor((this.#world.now() - dueMs) / DAY_MS)) : 0;
  }

  lateBy(loan: Loan): bigint {
    return loan.repayment === 1 ? loan.late : even(loan.amount * loan.rate * BigInt(this.lateDays(loan)), 100n * ONE);
  }

  /** Collects each due loan whole from funds, the longest due first; the others are overdue and tried again. */
  collectDue(): void {
    const due = this.all
      .filter((loan) => this.#isDue(loan) && loan.repayment === 0)
      .sort((a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0) || Number(a.id) - Number(b.id));
    for (const loan of due) if (!this.#collect(loan)) loan.repayment = 2;
    for (const loan of this.all.filter((loan) => loan.repayment === 2 && this.#isDue(loan))) this.#collect(loan);
  }

  #isDue({ status, repayment, dueMs }: Loan): boolean {
    return status === 2 && repayment !== 1 && dueMs !== null && dueMs <= this.#world.now();
  }

  #collect(loan: Loan): boolean {
    const { balances } = this.#world;
    const { memberId, amount, interest } = loan;
    const late = this.lateBy(loan);
    const mine = memberAccount(memberId, FUNDS, this.#usdt.id);
    if (!balances.has(mine, amount + interest + late)) return false;
    balances.move(mine, houseAccount('loans', this.#usdt.id), amount);
    balances.move(mine, houseAccount('fees', this.#usdt.id), interest + late);
    loan.late = late;
    loan.repayment = 1;
    return true;
  }
}
