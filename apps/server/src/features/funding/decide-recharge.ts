import { ok, RECORD_STATUS, refuse, type Result } from '@plimsoll/contract';
import type { OperatorReason } from '@plimsoll/contract/operator';
import { amount, format, formatShort, placesUsed, type Amount } from '@plimsoll/money';
import type { Deed, Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { tellMember, type Told } from '../notices/index.ts';
import { logDeed } from '../operators/index.ts';
import { MOST_CLAIMED } from './claim-recharge.ts';
import { crediting } from './postings.ts';
import { decideRecharges, lockRecharges, refusalTrace, type RechargeToDecide } from './recharge-store.ts';

/** What an operator decides of a deposit. */
export interface RechargeDecision {
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  /** What was really received; the claim when not given. */
  readonly amount?: Amount | undefined;
  readonly remark: string;
  readonly by: OperatorContext;
}
/** Null when it was done, else why it was not; one that is found decided is told so. */
export type NotDecided = OperatorReason | null;

interface Planned {
  readonly decision: RechargeDecision;
  readonly row: RechargeToDecide;
  /** Null when refused. */
  readonly credited: Amount | null;
}
const LATE = 'already_decided';

function plan(decision: RechargeDecision, row: RechargeToDecide): Result<Plan<Planned | typeof LATE>> {
  const by = decision.by.operator.operatorId;
  if (decision.verdict === 'reject') return ok({ journals: [], planned: { decision, row, credited: null }, trace: refusalTrace(row.id, by) });
  const credited = decision.amount ?? amount(row.claimed);
  if (placesUsed(credited) > row.decimals) return refuse('bad_amount');
  if (credited > MOST_CLAIMED) return refuse('amount_above_maximum', { maximum: formatShort(MOST_CLAIMED), coin: row.coin });
  const journal = crediting({ id: row.id, memberId: row.member_id, coinId: row.coin_id }, credited, by);
  return ok({ journals: [journal], planned: { decision, row, credited } });
}

function told({ decision, row, credited }: Planned): Told {
  const { member_id: memberId, coin } = row;
  const claimed = format(amount(row.claimed));
  return credited === null
    ? { memberId, kind: 'recharge-refused', params: { amount: claimed, coin, remark: decision.remark } }
    : { memberId, kind: 'recharge-credited', params: { amount: format(credited), coin, claimed } };
}

async function write(tx: Tx, done: readonly Planned[], nowMs: number): Promise<void> {
  if (done.length === 0) return;
  const decided = done.map(({ decision: { id, by, remark }, credited }) => ({
    id, credited, remark, by: by.operator.operatorId, status: credited === null ? RECORD_STATUS.refused : RECORD_STATUS.completed,
  }));
  await Promise.all([
    decideRecharges(tx, decided, new Date(nowMs)),
    tellMember(tx, done.map(told), nowMs),
    ...done.map(({ decision: { id, by, remark, verdict }, credited, row }) => {
      const before = { status: row.status, num: format(amount(row.claimed)) };
      const after = credited === null ? { status: RECORD_STATUS.refused } : { status: RECORD_STATUS.completed, num: format(credited) };
      return logDeed(tx, { by, action: verdict, resource: 'recharges', ref: id, before, after, remark }, nowMs);
    }),
  ]);
}

/** Credits deposits with what was really received, or refuses them (rules 5). Each is decided once, whoever comes first. */
export function decidingRecharges(clock: Clock): Deed<RechargeDecision, Planned | typeof LATE, NotDecided> {
  return {
    name: 'funding.decideRecharge',
    async plan(tx, decisions) {
      const rows = new Map((await lockRecharges(tx, decisions.map(({ id }) => id))).map((row) => [row.id, row]));
      const taken = new Set<string>();
      return decisions.map((decision) => {
        const row = rows.get(decision.id);
        if (!row) return refuse('not_found');
        if (row.status !== RECORD_STATUS.pending || taken.has(row.id)) return ok({ journals: [], planned: LATE });
        const planned = plan(decision, row);
        if (planned.ok) taken.add(row.id);
        return planned;
      });
    },
    record: (tx, all) => ({
      outcomes: all.map((each) => (each === LATE ? LATE : null)),
      sent: write(tx, all.filter((each) => each !== LATE), clock.nowMs()),
    }),
  };
}
