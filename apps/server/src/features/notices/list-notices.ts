import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Query } from '../../platform/db.ts';
import { anyUnread, listOf, readOne } from './store.ts';
import { noticeView } from './view.ts';

/** A page of notices, or one, which is marked read (docs/wire/membership.md). */
export async function listNotices(
  { page, limit, id }: Input<'getNoticeList'>,
  { memberId, lang }: { readonly memberId: string; readonly lang: string },
  { db, clock }: { db: Db; clock: Clock },
): Promise<Result<Answer<'getNoticeList'>>> {
  if (id === undefined) {
    const rows = await db.run(listOf, [memberId, limit, (page - 1) * limit, lang]);
    return ok({ list: rows.map((row) => noticeView(row, lang)) });
  }
  const [row] = await db.run(readOne, [memberId, id, new Date(clock.nowMs())]);
  return row ? ok({ list: [noticeView(row, lang)] }) : refuse('not_found');
}

/** True while the member has an unread notice in this language. */
export const hasUnread = async (query: Query, memberId: string, lang: string): Promise<boolean> =>
  (await query.run(anyUnread, [memberId, lang]))[0]?.unread ?? false;
