import { amount, plus, ZERO, type Amount } from '@plimsoll/money';
import { sql, type Statement, type Tx } from '../../platform/db.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
interface Sums {
  readonly member_id: string;
  readonly operator_id: string;
  readonly of_member: string;
  readonly of_approver: string;
}

// Serialises decisions on one member's or operator's sums: each sees those before.
const lock = sql<never>(
  'funding.lockSums',
  `select pg_advisory_xact_lock(key) from (select hashtextextended('sums of ' || k, 0) as key from unnest($1::text[]) k order by 1) keys`,
);
const sumsOf = (name: string, source: 'withdrawals_sent_alone' | 'recharges_credited_alone'): Statement<Sums> =>
  sql(
    name,
    `
    select asked.member_id, asked.operator_id, sums.of_member, sums.of_approver
    from unnest($1::bigint[], $2::bigint[]) as asked (member_id, operator_id)
    cross join lateral ${source}(asked.member_id, asked.operator_id, $3) as sums`,
  );
const SUMS: Readonly<Record<'withdrawals' | 'recharges', Statement<Sums>>> = {
  withdrawals: sumsOf('funding.sentAlone', 'withdrawals_sent_alone'),
  recharges: sumsOf('funding.creditedAlone', 'recharges_credited_alone'),
};

/** Whose sums a decision adds to. */
export interface Decider {
  readonly memberId: string;
  /** The operator who decides. */
  readonly by: string;
}
interface Asked extends Decider {
  /** In USDT; null when unknown, which is above every threshold. */
  readonly worth: Amount | null;
  readonly threshold: Amount;
}

/**
 * What one operator may decide without a second (RULES 8): a day's worth, by member and by operator, stays within the
 * threshold, so that splitting does not avoid it. One instance per batch.
 */
export class AloneLimit {
  readonly #ofMembers: Map<string, Amount>;
  readonly #ofOperators: Map<string, Amount>;

  private constructor(ofMembers: Map<string, Amount>, ofOperators: Map<string, Amount>) {
    this.#ofMembers = ofMembers;
    this.#ofOperators = ofOperators;
  }

  /** Locks and reads the sums. */
  static async read(
    tx: Tx,
    what: 'withdrawals' | 'recharges',
    deciders: readonly Decider[],
    nowMs: number,
  ): Promise<AloneLimit> {
    if (deciders.length === 0) return new AloneLimit(new Map(), new Map());
    const memberIds = deciders.map(({ memberId }) => memberId);
    const operatorIds = deciders.map(({ by }) => by);
    const keys = new Set([
      ...memberIds.map((id) => `${what} member ${id}`),
      ...operatorIds.map((id) => `${what} operator ${id}`),
    ]);
    // On one connection: the sums are read after the locks are taken.
    const [, rows] = await Promise.all([
      tx.run(lock, [[...keys]]),
      tx.run(SUMS[what], [memberIds, operatorIds, new Date(nowMs - DAY_MS)]),
    ]);
    return new AloneLimit(
      new Map(rows.map((row) => [row.member_id, amount(row.of_member)])),
      new Map(rows.map((row) => [row.operator_id, amount(row.of_approver)])),
    );
  }

  /** Whether it is within the threshold with what was before; it then counts. */
  takes({ memberId, by, worth, threshold }: Asked): boolean {
    if (worth === null) return false;
    const ofMember = plus(this.#ofMembers.get(memberId) ?? ZERO, worth);
    const ofOperator = plus(this.#ofOperators.get(by) ?? ZERO, worth);
    if (ofMember > threshold || ofOperator > threshold) return false;
    this.#ofMembers.set(memberId, ofMember);
    this.#ofOperators.set(by, ofOperator);
    return true;
  }
}
