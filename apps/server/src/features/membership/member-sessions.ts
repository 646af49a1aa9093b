import { TOTAL_MAX } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import { SESSION_LIFE_MS } from '../../platform/sessions.ts';

const page = sql<{ created_at: Date; last_used_at: Date }>(
  'membership.sessions',
  `
  select created_at, last_used_at from session where member_id = $1 and last_used_at > $2 order by created_at desc, token_hash limit $3 offset $4`,
);
const count = sql<{ count: number }>(
  'membership.countSessions',
  `
  select count(*)::int as count from (select from session where member_id = $1 and last_used_at > $2 limit ${TOTAL_MAX}) counted`,
);

/** A page of a member's sessions, newest first, without tokens. */
export async function memberSessions(
  query: Query,
  memberId: string,
  { page: number, limit, nowMs }: { readonly page: number; readonly limit: number; readonly nowMs: number },
): Promise<{ list: { addtime: string; last_seen: string }[]; total: number }> {
  const since = new Date(nowMs - SESSION_LIFE_MS);
  const [rows, [counted]] = await Promise.all([
    query.run(page, [memberId, since, limit, (number - 1) * limit]),
    query.run(count, [memberId, since]),
  ]);
  return {
    list: rows.map((row) => ({ addtime: row.created_at.toISOString(), last_seen: row.last_used_at.toISOString() })),
    total: counted?.count ?? 0,
  };
}
