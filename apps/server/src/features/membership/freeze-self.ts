import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { FREEZE_LINK_DAYS } from '@plimsoll/contract/figures';
import { sql, type Tx } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import { dropTickets, forgetDevices } from '../security/index.ts';
import type { MembershipDeps } from './deps.ts';

/** How long the link in a mail is valid. */
const LINK_LIFE_MS = FREEZE_LINK_DAYS * 24 * 60 * 60 * 1000;

const linked = sql<{ member_id: string }>(
  'membership.freezeLink',
  `
  insert into freeze_link_used (notice_id, at)
  select id, $3 from notice where id = $1 and member_id is not null and created_at > $2
  on conflict do nothing returning (select member_id from notice where id = $1) as member_id`,
);
// Whatever it is: the row is locked, so that no operator thaws the account meanwhile.
const freeze = sql<never>('membership.freezeSelf', 'update member set frozen = true where id = $1');
const note = sql<{ id: string }>(
  'membership.noteSelfFreeze',
  `
  insert into self_freeze (member_id, created_at, via) values ($1, $2, $3)
  on conflict (member_id) where thawed_at is null do nothing returning id`,
);

type Deps = Pick<MembershipDeps, 'db' | 'clock' | 'sessions' | 'links'>;

async function freezeIn(tx: Tx, memberId: string, via: 'session' | 'link', { clock, sessions }: Deps): Promise<void> {
  const at = new Date(clock.nowMs());
  await tx.run(freeze, [memberId]);
  // Frozen by the member already: that stays. What an operator froze is the member's too from now on.
  if ((await tx.run(note, [memberId, at, via])).length === 0) return;
  await sessions.endAll(memberId, tx);
  await forgetDevices(tx, memberId);
  await dropTickets(tx, memberId);
  await notifyMember(tx, [{ memberId, kind: 'frozen', params: {} }], at.getTime());
}

/**
 * Freezes the account of the session, or of a mailed link, once and within a week (`bad_link`). Sessions end, ways out
 * close, orders and options go on. Two operators thaw it, also when one had frozen it before (RULES 8).
 */
export async function freezeSelf(
  { token }: Input<'freezeMe'>,
  memberId: string | undefined,
  deps: Deps,
): Promise<Result<null>> {
  const { db, clock, sessions, links } = deps;
  if (token === undefined && memberId === undefined) return refuse('login_required');
  const nowMs = clock.nowMs();
  const noticeId = token ? links?.noticeOf(token) : undefined;
  if (token !== undefined && noticeId === undefined) return refuse('bad_link');
  const frozen = await db.transaction(async (tx) => {
    const [found] =
      noticeId === undefined
        ? [undefined]
        : await tx.run(linked, [noticeId, new Date(nowMs - LINK_LIFE_MS), new Date(nowMs)]);
    const whose = noticeId === undefined ? memberId : found?.member_id;
    if (whose === undefined) return undefined;
    await freezeIn(tx, whose, noticeId === undefined ? 'session' : 'link', deps);
    return whose;
  });
  if (frozen === undefined) return refuse('bad_link');
  // Again after the commit, for sessions that were cached meanwhile.
  await sessions.endAll(frozen);
  return ok(null);
}
