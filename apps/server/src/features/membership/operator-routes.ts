import { ok } from '@plimsoll/contract';
import { refuseOperator, type MemberDetail, type OperatorResult } from '@plimsoll/contract/operator';
import {
  changeMember as changeCall, freezeMember, listMemberBalances, listMemberHistory, listMembers, listMemberSessions, readMember, resetMemberFactors, unfreezeMember,
} from '@plimsoll/contract/operator/membership';
import type { MarketData } from '../../market/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { browseMembers } from './browse-members.ts';
import { changeMember } from './change-member.ts';
import { isMember } from './find-member.ts';
import { setFrozen } from './freeze-member.ts';
import { memberBalances } from './member-balances.ts';
import { memberDetail } from './member-detail.ts';
import { memberHistory } from './member-history.ts';
import { memberSessions } from './member-sessions.ts';
import { resetMember } from './reset-member.ts';

interface MemberOperatorDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly market: MarketData;
}

/** Console calls about members. What they own, their bills and orders, other slices tell. */
export function memberOperatorRoutes({ db, clock, sessions, market }: MemberOperatorDeps): readonly OperatorRoute[] {
  const detail = async (id: string): Promise<OperatorResult<MemberDetail>> => {
    const found = await memberDetail(db, id, { market, nowMs: clock.nowMs() });
    return found ? ok(found) : refuseOperator('not_found');
  };
  /** The member as they are afterwards, unless it was refused. */
  const thenDetail = async (id: string, done: OperatorResult<null>): Promise<OperatorResult<MemberDetail>> => (done.ok ? detail(id) : done);
  const ofMember = async <T>(id: string, look: () => Promise<T>): Promise<OperatorResult<T>> => ((await isMember(db, id)) ? ok(await look()) : refuseOperator('not_found'));
  const freezing = { db, sessions };

  return [
    operatorRoute(listMembers, async (input) => ok(await browseMembers(db, input))),
    operatorRoute(readMember, ({ id }) => detail(id)),
    operatorRoute(changeCall, async (input, context) => thenDetail(input.id, await changeMember(db, input, context, clock.nowMs()))),
    operatorRoute(freezeMember, async ({ id, remark }, context) =>
      thenDetail(id, await setFrozen({ memberId: id, frozen: true, remark }, context, { ...freezing, nowMs: clock.nowMs() }))),
    operatorRoute(unfreezeMember, async ({ id, remark }, context) =>
      thenDetail(id, await setFrozen({ memberId: id, frozen: false, remark }, context, { ...freezing, nowMs: clock.nowMs() }))),
    operatorRoute(resetMemberFactors, async ({ id, remark }, context) =>
      thenDetail(id, await resetMember({ memberId: id, remark }, context, { ...freezing, nowMs: clock.nowMs() }))),
    operatorRoute(listMemberBalances, ({ id }) => ofMember(id, async () => {
      const { list } = await memberBalances(db, market, id);
      return { list, total: list.length };
    })),
    operatorRoute(listMemberSessions, ({ id, page, limit }) => ofMember(id, () => memberSessions(db, id, { page, limit, nowMs: clock.nowMs() }))),
    operatorRoute(listMemberHistory, ({ id, limit }) => ofMember(id, () => memberHistory(db, id, { limit, nowMs: clock.nowMs() }))),
  ];
}
