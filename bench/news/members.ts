import { hash, randomBytes } from 'node:crypto';
import { sql, type Db } from '../../apps/server/src/platform/db.ts';

/** A member who is logged in. */
export interface Reading {
  readonly id: string;
  readonly token: string;
}

const insertMembers = sql<{ id: string }>(
  'bench.newsMembers',
  `insert into member (username, password_hash, invite_code, created_at)
   select 'news-' || n, '-', 'N' || lpad(n::text, 7, '0'), now() from generate_series(1, $1::int) n returning id`,
);
const insertSessions = sql<never>(
  'bench.newsSessions',
  `insert into session (token_hash, member_id, created_at, last_used_at)
   select t, m, now(), now() from unnest($1::text[], $2::bigint[]) as each (t, m)`,
);

/** Makes members, each with a session. */
export async function makeMembers(db: Db, count: number): Promise<readonly Reading[]> {
  const members = (await db.run(insertMembers, [count])).map(({ id }) => ({
    id,
    token: randomBytes(32).toString('base64url'),
  }));
  await db.run(insertSessions, [members.map(({ token }) => hash('sha256', token)), members.map(({ id }) => id)]);
  return members;
}
