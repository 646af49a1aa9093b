import { ok } from '@plimsoll/contract';
import { refuseOperator, type MemberDetail, type OperatorResult } from '@plimsoll/contract/operator';
import {
  changeMember as changeCall,
  freezeMember,
  listMemberBalances,
  listMemberHistory,
  listMembers,
  listMemberSessions,
  readMember,
  resetMemberFactors,
  unfreezeMember,
} from '@plimsoll/contract/operator/membership';
import type { Db } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { browseMembers } from './browse-members.ts';
import { changeMember } from './change-member.ts';
import { isMember } from './find-member.ts';
import { selfFrozenAt, setFrozen } from './freeze-member.ts';
import { memberBalances } from './member-balances.ts';
import { memberDetail } from './member-detail.ts';
import { memberHistory } from './member-history.ts';
import { memberSessions } from './member-sessions.ts';
import { byTwoOperators, type TwoOperatorDeps } from './two-operators.ts';

interface MemberOperatorDeps extends TwoOperatorDeps {
  readonly db: Db;
}

/** Console calls about members. Their bills and orders are other slices'. */
export function memberOperatorRoutes({ db, ...deps }: MemberOperatorDeps): readonly OperatorRoute[] {
  const { clock, sessions, market } = deps;
  const { proposeThaw, proposeReset } = byTwoOperators(deps);
  const detail = async (id: string): Promise<OperatorResult<MemberDetail>> => {
    const found = await memberDetail(db, id, { market, nowMs: clock.nowMs() });
    return found ? ok(found) : refuseOperator('not_found');
  };
  /** The member after the change, unless it was refused. */
  const thenDetail = async (id: string, done: OperatorResult<null>): Promise<OperatorResult<MemberDetail>> =>
    done.ok ? detail(id) : done;
  const ofMember = async <T>(id: string, look: () => Promise<T>): Promise<OperatorResult<T>> =>
    (await isMember(db, id)) ? ok(await look()) : refuseOperator('not_found');
  const freezing = { db, sessions };

  return [
    operatorRoute(listMembers, async (input) => ok(await browseMembers(db, input))),
    operatorRoute(readMember, ({ id }) => detail(id)),
    operatorRoute(changeCall, async (input, context) =>
      thenDetail(input.id, await changeMember(db, input, context, clock.nowMs())),
    ),
    operatorRoute(freezeMember, async ({ id, remark }, context) =>
      thenDetail(
        id,
        await setFrozen({ memberId: id, frozen: true, remark }, context, { ...freezing, nowMs: clock.nowMs() }),
      ),
    ),
    operatorRoute(unfreezeMember, async ({ id, remark }, context) =>
      (await selfFrozenAt(db, id))
        ? proposeThaw({ memberId: id, remark }, context)
        : thenDetail(
            id,
            await setFrozen({ memberId: id, frozen: false, remark }, context, { ...freezing, nowMs: clock.nowMs() }),
          ),
    ),
    operatorRoute(resetMemberFactors, ({ id, remark }, context) => proposeReset({ memberId: id, remark }, context)),
    operatorRoute(listMemberBalances, ({ id }) =>
      ofMember(id, async () => {
        const { list } = await memberBalances(db, market, id);
        return { list, total: list.length };
      }),
    ),
    operatorRoute(listMemberSessions, ({ id, page, limit }) =>
      ofMember(id, () => memberSessions(db, id, { page, limit, nowMs: clock.nowMs() })),
    ),
    operatorRoute(listMemberHistory, ({ id, limit }) =>
      ofMember(id, () => memberHistory(db, id, { limit, nowMs: clock.nowMs() })),
    ),
  ];
}
