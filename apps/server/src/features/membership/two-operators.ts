import { RECORD_STATUS } from '@plimsoll/contract';
import { refuseOperator, type MemberDetail, type OperatorResult, type Proposed } from '@plimsoll/contract/operator';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Applied } from '../../platform/two-operators.ts';
import type { Proposals } from '../proposals/index.ts';
import { resetFactors } from '../security/index.ts';
import { usernamesOf } from './find-member.ts';
import { lockFrozen, selfFrozenAt, writeFrozen } from './freeze-member.ts';
import { memberDetail } from './member-detail.ts';

/** What works on a member by two operators. */
export interface TwoOperatorDeps {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly market: MarketData;
  readonly proposals: Proposals;
}
interface Wanted {
  readonly memberId: string;
  readonly remark: string;
}
type Proposing = (wanted: Wanted, by: OperatorContext) => Promise<OperatorResult<Proposed>>;

const KIND = 'members';
const NONE = { totp: 0, passkeys: 0, recovery_left: 0 } as const;

const thawed = sql<never>(
  'membership.thawed',
  `
  update self_freeze f set thawed_by = $2, thawed_at = $4, first_by = $3, first_at = coalesce((
    select max(p.proposed_at) from proposal p
    where p.kind = '${KIND}' and p.what = 'change' and p.ref = $1::text and p.proposed_by = $3
      and p.status = ${RECORD_STATUS.pending} and p.proposed_at between f.created_at and $4), $4)
  where f.member_id = $1::bigint and f.thawed_at is null`,
);

const nameOf = async (query: Query, memberId: string): Promise<string> =>
  (await usernamesOf(query, [memberId])).get(memberId) ?? '';

/**
 * Thaws what its member froze, when two established operators agree (RULES 8): one proposes it, another approves.
 * `already_decided` when it is not so frozen any more.
 */
async function thaw(
  tx: Tx,
  { memberId, remark }: Wanted,
  by: OperatorContext,
  proposedBy: string | undefined,
  { clock, sessions, market }: TwoOperatorDeps,
): Promise<OperatorResult<Applied<MemberDetail | undefined>>> {
  const isFrozen = await lockFrozen(tx, memberId);
  if (isFrozen === undefined) return refuseOperator('not_found');
  const since = await selfFrozenAt(tx, memberId);
  if (!isFrozen || !since) return refuseOperator('already_decided');
  const nowMs = clock.nowMs();
  // Rehearsed by who proposes it, nobody has approved it yet; the database lets no other end of it stand.
  if (proposedBy !== undefined) await tx.run(thawed, [memberId, by.operator.operatorId, proposedBy, new Date(nowMs)]);
  await writeFrozen(tx, { memberId, frozen: false, remark }, by, { sessions, nowMs });
  return {
    ok: true,
    value: {
      value: await memberDetail(tx, memberId, { market, nowMs }),
      ref: memberId,
      name: await nameOf(tx, memberId),
      // Of another freeze it is another proposal.
      before: { frozen: 1, frozen_at: since.toISOString() },
      after: { frozen: 0, frozen_at: null },
    },
  };
}

/**
 * Removes the second factors of a member who has lost them all (docs/MEMBER-SECURITY.md), when two established owners
 * agree, and ends their sessions: who is in there may be who took them. `nothing_to_change` when none is set. The log
 * says which there were, and nothing of what they were.
 */
async function reset(
  tx: Tx,
  { memberId, remark }: Wanted,
  by: OperatorContext,
  { clock, sessions, market }: TwoOperatorDeps,
): Promise<OperatorResult<Applied<MemberDetail | undefined>>> {
  const name = await nameOf(tx, memberId);
  if (name === '') return refuseOperator('not_found');
  const nowMs = clock.nowMs();
  const before = await resetFactors(tx, memberId, remark, nowMs);
  if (!before) return refuseOperator('nothing_to_change');
  await sessions.endAll(memberId, tx);
  await appendAuditLog(
    tx,
    { by, action: 'reset-factors', resource: KIND, ref: memberId, before: { ...before }, after: NONE, remark },
    nowMs,
  );
  return {
    ok: true,
    value: {
      value: await memberDetail(tx, memberId, { market, nowMs }),
      ref: memberId,
      name,
      before: { ...before },
      after: NONE,
    },
  };
}

/** What two operators do to a member's account; both ways only propose it. */
export function byTwoOperators(deps: TwoOperatorDeps): {
  readonly proposeThaw: Proposing;
  readonly proposeReset: Proposing;
} {
  const { proposals, sessions } = deps;
  // Once more, for those that came into memory before it was committed.
  const committed = ({ ref }: Applied<unknown>) => sessions.endAll(ref);
  const remarkOf = ({ remark }: Wanted) => remark;
  const thawing = proposals.define<Wanted, MemberDetail | undefined>({
    kind: KIND,
    what: 'change',
    role: 'treasurer',
    apply: (tx, wanted, by, proposedBy) => thaw(tx, wanted, by, proposedBy, deps),
    committed,
    remarkOf,
  });
  const resetting = proposals.define<Wanted, MemberDetail | undefined>({
    kind: KIND,
    what: 'reset',
    role: 'owner',
    apply: (tx, wanted, by) => reset(tx, wanted, by, deps),
    committed,
    remarkOf,
  });
  return {
    proposeThaw: (wanted, by) => thawing.propose(wanted, by),
    proposeReset: async (wanted, by) =>
      wanted.remark === '' ? refuseOperator('remark_needed') : resetting.propose(wanted, by),
  };
}
