import { ok, refuse, type Answer, type Result } from '@plimsoll/contract';
import type { Db } from '../../platform/db.ts';
import { hasUnread } from '../notices/index.ts';
import { memberById } from './store.ts';

/** The member's own data; notices are counted for this language. */
export async function getUser(memberId: string, lang: string, db: Db): Promise<Result<Answer<'getusr'>>> {
  const [member, isUnread] = await Promise.all([memberById(db, memberId), hasUnread(db, memberId, lang)]);
  if (!member) return refuse('login_required');
  return ok({
    username: member.username,
    id: Number(member.id),
    vip: member.vip,
    credit_score: member.creditScore,
    rzstatus: member.identityStatus,
    have_pay: member.hasPayPassword ? 1 : 0,
    has_unread: isUnread ? 1 : 0,
    invit: member.inviteCode,
  });
}
