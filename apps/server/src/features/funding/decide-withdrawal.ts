import { ok, RECORD_STATUS, refuse, type Result } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { countUses } from '../payouts/index.ts';
import { establishedAmong, mayBeSecond, type SecondQuestion } from '../proposals/index.ts';
import { AloneLimit } from './alone-limit.ts';
import { refusing, sending } from './postings.ts';
import {
  approvalTrace,
  decideWithdrawals,
  insertApprovals,
  lockWithdrawals,
  writeNeedTwo,
  type WithdrawalToDecide,
} from './withdrawal-store.ts';

export interface WithdrawalDecision {
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  readonly remark: string;
  readonly by: OperatorContext;
}
/** The first of two approvals, the end, or why nothing was done. */
export type WithdrawalVerdict = 'first' | 'sent' | 'refused' | 'already_decided' | 'same_operator' | 'not_established';

interface Planned {
  readonly decision: WithdrawalDecision;
  readonly row: WithdrawalToDecide;
  readonly verdict: WithdrawalVerdict;
  /** Number of the approval. */
  readonly n: number;
}

interface State {
  readonly approvedBy: readonly string[];
  readonly firstAt: Date | undefined;
  readonly isOver: boolean;
  /** Approvals needed, as far as known. */
  readonly needed: 1 | 2;
}

/** Of a batch's operators; decisions in the batch count. */
interface Rights {
  readonly alone: AloneLimit;
  readonly established: ReadonlySet<string>;
  readonly maySecond: (question: SecondQuestion) => boolean;
}

const operatorOf = ({ by }: WithdrawalDecision): string => by.operator.operatorId;
const keyOf = ({ second, first }: SecondQuestion): string => `${second} ${first.by} ${first.at.getTime()}`;

/** All that a batch of approvals may need, in whatever order they succeed. */
async function readRights(
  tx: Tx,
  decisions: readonly WithdrawalDecision[],
  rows: ReadonlyMap<string, WithdrawalToDecide>,
  nowMs: number,
): Promise<Rights> {
  const approvals = decisions.flatMap((decision) => {
    const row = rows.get(decision.id);
    return row?.status === RECORD_STATUS.pending && decision.verdict === 'approve'
      ? [{ row, by: operatorOf(decision) }]
      : [];
  });
  const unapproved = approvals.filter(({ row }) => row.approved_by.length === 0);
  const questions = approvals.flatMap(({ row, by: second }): SecondQuestion[] => {
    const [first] = row.approved_by;
    if (first !== undefined) return [{ second, first: { by: first, at: row.first_at ?? new Date(nowMs) } }];
    // Another operator's approval in this batch may be the first.
    return unapproved.flatMap((other) =>
      other.row === row && other.by !== second ? [{ second, first: { by: other.by, at: new Date(nowMs) } }] : [],
    );
  });
  const [alone, established, answers] = await Promise.all([
    AloneLimit.read(
      tx,
      'withdrawals',
      unapproved.flatMap(({ row, by }) =>
        row.approvals_needed === 1 && row.worth !== null ? [{ memberId: row.member_id, by }] : [],
      ),
      nowMs,
    ),
    establishedAmong(
      tx,
      unapproved.map(({ by }) => by),
      nowMs,
    ),
    mayBeSecond(tx, questions),
  ]);
  const allowed = new Set(questions.filter((_, index) => answers[index]).map(keyOf));
  return { alone, established, maySecond: (question) => allowed.has(keyOf(question)) };
}

/** After these approvals. */
function planOf(
  decision: WithdrawalDecision,
  row: WithdrawalToDecide,
  { approvedBy, firstAt, isOver, needed }: State,
  { alone, established, maySecond }: Rights,
  nowMs: number,
): Plan<Planned> {
  const by = operatorOf(decision);
  const n = approvedBy.length + 1;
  const done = (verdict: WithdrawalVerdict): Planned => ({ decision, row, verdict, n });
  if (isOver) return { journals: [], planned: done('already_decided') };
  const held = {
    id: row.id,
    memberId: row.member_id,
    coinId: row.coin_id,
    amount: amount(row.amount),
    fee: amount(row.fee),
    net: amount(row.net),
  };
  if (decision.verdict === 'reject') return { journals: [refusing(held, by)], planned: done('refused') };
  if (approvedBy.includes(by)) return { journals: [], planned: done('same_operator') };
  const [first] = approvedBy;
  if (first !== undefined)
    return maySecond({ second: by, first: { by: first, at: firstAt ?? new Date(nowMs) } })
      ? { journals: [sending(held, by)], planned: done('sent') }
      : { journals: [], planned: done('not_established') };
  const asked = {
    memberId: row.member_id,
    by,
    worth: row.worth === null ? null : amount(row.worth),
    threshold: amount(row.four_eyes_threshold),
  };
  if (needed === 1 && alone.takes(asked)) return { journals: [sending(held, by)], planned: done('sent') };
  return established.has(by)
    ? { journals: [], planned: done('first'), trace: approvalTrace(row.id, by) }
    : { journals: [], planned: done('not_established') };
}

const isEnd = (verdict: WithdrawalVerdict): boolean => verdict === 'sent' || verdict === 'refused';

function notificationOf({ decision, row, verdict }: Planned): Notification {
  const { member_id: memberId, coin, address } = row;
  const gross = format(amount(row.amount));
  return verdict === 'refused'
    ? { memberId, kind: 'withdrawal-refused', params: { amount: gross, coin, remark: decision.remark } }
    : {
        memberId,
        kind: 'withdrawal-sent',
        params: { amount: gross, net: format(amount(row.net)), fee: format(amount(row.fee)), coin, address },
      };
}

function log(
  tx: Tx,
  { decision: { id, by, remark, verdict }, row, verdict: outcome, n }: Planned,
  nowMs: number,
): Promise<void> {
  const status =
    outcome === 'refused'
      ? RECORD_STATUS.refused
      : outcome === 'sent'
        ? RECORD_STATUS.completed
        : RECORD_STATUS.pending;
  const before = { status: RECORD_STATUS.pending, approvals: n - 1 };
  const sent = outcome === 'sent' ? { net: format(amount(row.net)), fee: format(amount(row.fee)) } : {};
  return appendAuditLog(
    tx,
    {
      by,
      action: verdict,
      resource: 'withdrawals',
      ref: id,
      before,
      after: { status, approvals: outcome === 'refused' ? n - 1 : n, ...sent },
      remark,
    },
    nowMs,
  );
}

async function write(tx: Tx, all: readonly Planned[], nowMs: number): Promise<void> {
  const done = all.filter(({ verdict }) => isEnd(verdict) || verdict === 'first');
  if (done.length === 0) return;
  const at = new Date(nowMs);
  const written = ({ decision: { id, remark, by }, n }: Planned) => ({ id, n, remark, by: by.operator.operatorId });
  const over = done.filter(({ verdict }) => isEnd(verdict));
  const status = ({ verdict }: Planned) => (verdict === 'sent' ? RECORD_STATUS.completed : RECORD_STATUS.refused);
  await Promise.all([
    // Must precede the approval, which depends on it.
    writeNeedTwo(
      tx,
      done.flatMap(({ verdict, row }) => (verdict === 'first' ? [row.id] : [])),
    ),
    insertApprovals(tx, done.filter(({ verdict }) => verdict !== 'refused').map(written), at),
    decideWithdrawals(
      tx,
      over.map((each) => ({ ...written(each), status: status(each) })),
      at,
    ),
    countUses(
      tx,
      over.flatMap(({ verdict, row }) => (verdict === 'sent' && row.address_id !== null ? [row.address_id] : [])),
    ),
    notifyMember(tx, over.map(notificationOf), nowMs),
    ...done.map((each) => log(tx, each, nowMs)),
  ]);
}

/** Sends withdrawals approved as often as needed, or refuses them (RULES 5). Each ends once. */
export function decidingWithdrawals(clock: Clock): LedgerCommand<WithdrawalDecision, Planned, WithdrawalVerdict> {
  return defineCommand({
    name: 'funding.decideWithdrawal',
    async plan(tx, decisions) {
      const rows = new Map(
        (
          await lockWithdrawals(
            tx,
            decisions.map(({ id }) => id),
          )
        ).map((row) => [row.id, row]),
      );
      // Each decision on a withdrawal sees those before.
      const states = new Map(
        [...rows.values()].map((row): [string, State] => [
          row.id,
          {
            approvedBy: row.approved_by,
            firstAt: row.first_at,
            isOver: row.status !== RECORD_STATUS.pending,
            needed: row.approvals_needed,
          },
        ]),
      );
      const nowMs = clock.nowMs();
      const rights = await readRights(tx, decisions, rows, nowMs);
      return decisions.map((decision): Result<Plan<Planned>> => {
        const [row, state] = [rows.get(decision.id), states.get(decision.id)];
        if (!row || !state) return refuse('not_found');
        const plan = planOf(decision, row, state, rights, nowMs);
        const { verdict } = plan.planned;
        if (verdict === 'first')
          states.set(row.id, {
            ...state,
            approvedBy: [...state.approvedBy, operatorOf(decision)],
            firstAt: new Date(nowMs),
            needed: 2,
          });
        if (isEnd(verdict)) states.set(row.id, { ...state, isOver: true });
        return ok(plan);
      });
    },
    record: (tx, all) => ({ outcomes: all.map(({ verdict }) => verdict), sent: write(tx, all, clock.nowMs()) }),
  });
}
