import { sql, type Query } from '../../platform/db.ts';

const ID = /^[1-9]\d{0,17}$/;
const exactly = sql<{ id: string }>('membership.findExactly', 'select id from member where username = $1');
const byId = sql<{ id: string }>('membership.findId', 'select id from member where id = $1');

/** The id that a search may mean, and the member it names. */
export interface Found {
  readonly id: string | null;
  readonly memberId: string | null;
}

/** Interprets a search: a number is an id, of the thing listed or a member; any text may be a username. */
export async function findByWord(query: Query, q: string): Promise<Found> {
  const id = ID.test(q) ? q : null;
  const [named] = await query.run(exactly, [q.toLowerCase()]);
  const [numbered] = id === null ? [] : await query.run(byId, [id]);
  return { id, memberId: named?.id ?? numbered?.id ?? null };
}

const names = sql<{ id: string; username: string }>(
  'membership.usernames',
  'select id, username from member where id = any($1)',
);
/** Usernames by member id. */
export const usernamesOf = async (query: Query, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await query.run(names, [[...new Set(ids)]])).map((row) => [row.id, row.username]));

/** True when the member exists. */
export const isMember = async (query: Query, id: string): Promise<boolean> =>
  (await query.run(byId, [id])).length === 1;
