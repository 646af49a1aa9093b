import { ok, RECORD_STATUS, refuse, type Result } from '@plimsoll/contract';
import type { OperatorReason } from '@plimsoll/contract/operator';
import { amount, format, formatShort, placesUsed, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { worthForOne } from '../gate/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { mayBeSecond, proposedFor } from '../proposals/index.ts';
import { AloneLimit } from './alone-limit.ts';
import type { FundingDeps } from './deps.ts';
import { MAX_CLAIMED } from './claim-recharge.ts';
import { crediting } from './postings.ts';
import { decideRecharges, lockRecharges, refusalTrace, type RechargeToDecide } from './recharge-store.ts';

export interface RechargeDecision {
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  /** The claim when not given. */
  readonly amount?: Amount | undefined;
  readonly remark: string;
  readonly by: OperatorContext;
}
/** Null when it was done; `two` needs another operator's approval too. */
export type NotDecided = OperatorReason | 'two' | null;

interface Planned {
  readonly decision: RechargeDecision;
  readonly row: RechargeToDecide;
  /** Null when refused. */
  readonly credited: Amount | null;
  readonly aloneWorth: Amount | null;
}
/** Although the request is valid. */
type Not = 'already_decided' | 'two' | 'same_operator' | 'not_established';
const LATE = 'already_decided';
const amountOf = (data: unknown): Amount | null => {
  const text = typeof data === 'object' && data !== null && 'amount' in data ? data.amount : null;
  return typeof text === 'string' ? amount(text) : null;
};

interface Deciding {
  readonly clock: Clock;
  readonly market: MarketData;
  readonly settings: FundingDeps['settings'];
}

/** And who of this batch may approve it. */
interface WaitingCredit {
  readonly by: string;
  readonly amount: Amount | null;
  readonly maySecond: ReadonlySet<string>;
}

/** Of a batch's operators; decisions in the batch count. */
interface Rights {
  readonly alone: AloneLimit;
  /** By deposit id. */
  readonly waiting: ReadonlyMap<string, WaitingCredit>;
}

async function readRights(
  tx: Tx,
  decisions: readonly RechargeDecision[],
  rows: ReadonlyMap<string, RechargeToDecide>,
  nowMs: number,
): Promise<Rights> {
  const approvals = decisions.flatMap(({ id, verdict, by }) => {
    const row = rows.get(id);
    return row?.status === RECORD_STATUS.pending && verdict === 'approve'
      ? [{ id, memberId: row.member_id, by: by.operator.operatorId }]
      : [];
  });
  const [alone, proposed] = await Promise.all([
    AloneLimit.read(tx, 'recharges', approvals, nowMs),
    proposedFor(
      tx,
      'recharges',
      approvals.map(({ id }) => id),
    ),
  ]);
  const questions = approvals.flatMap(({ id, by }) => {
    const first = proposed.get(id);
    return first ? [{ id, second: by, first }] : [];
  });
  const answers = await mayBeSecond(tx, questions);
  const allowed = questions.filter((_, index) => answers[index]);
  return {
    alone,
    waiting: new Map(
      [...proposed].map(([id, { by, data }]): [string, WaitingCredit] => [
        id,
        {
          by,
          amount: amountOf(data),
          maySecond: new Set(allowed.flatMap((each) => (each.id === id ? [each.second] : []))),
        },
      ]),
    ),
  };
}

/** Without a second, or as the second. */
function mayCredit(
  {
    decision,
    row,
    credited,
  }: { readonly decision: RechargeDecision; readonly row: RechargeToDecide; readonly credited: Amount },
  rights: Rights,
  { market, settings }: Deciding,
): Amount | 'second' | Not {
  const by = decision.by.operator.operatorId;
  const waiting = rights.waiting.get(row.id);
  if (waiting && waiting.amount === credited) {
    if (waiting.by === by) return 'same_operator';
    return waiting.maySecond.has(by) ? 'second' : 'not_established';
  }
  const worth = worthForOne(row.coin_id, credited, market);
  const isWithin =
    credited <= amount(row.claimed) &&
    rights.alone.takes({ memberId: row.member_id, by, worth, threshold: settings().four_eyes_threshold });
  return isWithin && worth !== null ? worth : 'two';
}

function plan(
  decision: RechargeDecision,
  row: RechargeToDecide,
  rights: Rights,
  deciding: Deciding,
): Result<Plan<Planned | Not>> {
  const by = decision.by.operator.operatorId;
  if (decision.verdict === 'reject')
    return ok({
      journals: [],
      planned: { decision, row, credited: null, aloneWorth: null },
      trace: refusalTrace(row.id, by),
    });
  const credited = decision.amount ?? amount(row.claimed);
  if (placesUsed(credited) > row.decimals) return refuse('bad_amount');
  if (credited > MAX_CLAIMED)
    return refuse('amount_above_maximum', { maximum: formatShort(MAX_CLAIMED), coin: row.coin });
  const may = mayCredit({ decision, row, credited }, rights, deciding);
  if (may === 'two' || may === 'same_operator' || may === 'not_established' || may === LATE)
    return ok({ journals: [], planned: may });
  const journal = crediting({ id: row.id, memberId: row.member_id, coinId: row.coin_id }, credited, by);
  return ok({ journals: [journal], planned: { decision, row, credited, aloneWorth: may === 'second' ? null : may } });
}

function notificationOf({ decision, row, credited }: Planned): Notification {
  const { member_id: memberId, coin } = row;
  const claimed = format(amount(row.claimed));
  return credited === null
    ? { memberId, kind: 'recharge-refused', params: { amount: claimed, coin, remark: decision.remark } }
    : { memberId, kind: 'recharge-credited', params: { amount: format(credited), coin, claimed } };
}

async function write(tx: Tx, done: readonly Planned[], nowMs: number): Promise<void> {
  if (done.length === 0) return;
  const decided = done.map(({ decision: { id, by, remark }, credited, aloneWorth }) => ({
    id,
    credited,
    aloneWorth,
    remark,
    by: by.operator.operatorId,
    status: credited === null ? RECORD_STATUS.refused : RECORD_STATUS.completed,
  }));
  await Promise.all([
    decideRecharges(tx, decided, new Date(nowMs)),
    notifyMember(tx, done.map(notificationOf), nowMs),
    ...done.map(({ decision: { id, by, remark, verdict }, credited, row }) => {
      const before = { status: row.status, num: format(amount(row.claimed)) };
      const after =
        credited === null
          ? { status: RECORD_STATUS.refused }
          : { status: RECORD_STATUS.completed, num: format(credited) };
      return appendAuditLog(tx, { by, action: verdict, resource: 'recharges', ref: id, before, after, remark }, nowMs);
    }),
  ]);
}

/** Credits deposits, or refuses them (RULES 5). Each is decided once. */
export function decidingRecharges(deciding: Deciding): LedgerCommand<RechargeDecision, Planned | Not, NotDecided> {
  return defineCommand<RechargeDecision, Planned | Not, NotDecided>({
    name: 'funding.decideRecharge',
    async plan(tx, decisions) {
      const rows = new Map(
        (
          await lockRecharges(
            tx,
            decisions.map(({ id }) => id),
          )
        ).map((row) => [row.id, row]),
      );
      const handled = new Set<string>();
      const rights = await readRights(tx, decisions, rows, deciding.clock.nowMs());
      return decisions.map((decision): Result<Plan<Planned | Not>> => {
        const row = rows.get(decision.id);
        if (!row) return refuse('not_found');
        if (row.status !== RECORD_STATUS.pending || handled.has(row.id)) return ok({ journals: [], planned: LATE });
        const planned = plan(decision, row, rights, deciding);
        if (planned.ok && typeof planned.value.planned === 'object') handled.add(row.id);
        return planned;
      });
    },
    record: (tx, all) => ({
      outcomes: all.map((each) => (typeof each === 'object' ? null : each)),
      sent: write(
        tx,
        all.filter((each) => typeof each === 'object'),
        deciding.clock.nowMs(),
      ),
    }),
  });
}
