import { amount, plus, ZERO, type Amount } from '@plimsoll/money';
import { sql, type Statement, type Tx } from '../../platform/db.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
interface Sums {
  readonly of_member: string;
  readonly of_approver: string;
}

// Whoever sums up what a member, or an operator, had waits for whoever else does: each sees what came before.
const lock = sql<never>(
  'funding.lockSums',
  `
  select pg_advisory_xact_lock(key)
  from (select hashtextextended('sums of ' || k, 0) as key from unnest($1::text[]) k order by 1) keys`,
);
const SUMS: Readonly<Record<'withdrawals' | 'recharges', Statement<Sums>>> = {
  withdrawals: sql('funding.sentAlone', 'select of_member, of_approver from withdrawals_sent_alone($1, $2, $3)'),
  recharges: sql('funding.creditedAlone', 'select of_member, of_approver from recharges_credited_alone($1, $2, $3)'),
};

interface Asked {
  readonly memberId: string;
  readonly by: string;
  /** In USDT; null when nobody knows, which is above every threshold. */
  readonly worth: Amount | null;
  readonly threshold: Amount;
}

/**
 * What one operator may still decide alone (RULES 8): the worth of a day, by member and by operator, stays within the
 * threshold, so that parts are no way round. One a batch: what is decided in it counts too.
 */
export class Alone {
  readonly #what: 'withdrawals' | 'recharges';
  readonly #taken = new Map<string, Amount>();

  constructor(what: 'withdrawals' | 'recharges') {
    this.#what = what;
  }

  /** True when this is within the threshold together with what was before; then it counts. */
  async takes(tx: Tx, { memberId, by, worth, threshold }: Asked, nowMs: number): Promise<boolean> {
    if (worth === null) return false;
    const [member, operator] = [`${this.#what} member ${memberId}`, `${this.#what} operator ${by}`];
    await tx.run(lock, [[member, operator]]);
    const [row] = await tx.run(SUMS[this.#what], [memberId, by, new Date(nowMs - DAY_MS)]);
    const sums = [
      plus(amount(row?.of_member ?? '0'), this.#of(member)),
      plus(amount(row?.of_approver ?? '0'), this.#of(operator)),
    ];
    if (sums.some((sum) => plus(sum, worth) > threshold)) return false;
    for (const key of [member, operator]) this.#taken.set(key, plus(this.#of(key), worth));
    return true;
  }

  #of(key: string): Amount {
    return this.#taken.get(key) ?? ZERO;
  }
}
