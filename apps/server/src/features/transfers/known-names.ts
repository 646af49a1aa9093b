import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { sql, type Query } from '../../platform/db.ts';

/** Stands for the rest of a name, however long. */
const REST = '***';

/** A username of which only the first letter is shown. */
export const maskedName = (username: string): string => `${/^./u.exec(username)?.[0] ?? ''}${REST}`;

/**
 * SQL: whether a member may read another's username, having found them by it or received something from them (RULES
 * 5.5). Both are expressions of ids.
 */
export const knowsName = (memberId: string, otherId: string): string =>
  `(exists (select from found_member f where f.member_id = ${memberId} and f.found_id = ${otherId})
    or exists (select from member_transfer k where k.member_id = ${otherId} and k.to_member_id = ${memberId} and k.status = ${MEMBER_TRANSFER_STATUS.finished}))`;

const knows = sql<{ known: boolean }>(
  'transfers.knowsName',
  `select ${knowsName('$1::bigint', '$2::bigint')} as known`,
);

/** Whether a member may read another's username. */
export const readKnown = async (query: Query, memberId: string, otherId: string): Promise<boolean> =>
  (await query.run(knows, [memberId, otherId]))[0]?.known ?? false;

/** Of a member, the newest; older ones are found again. */
const FOUND_MAX = 5000;
const remember = sql<never>(
  'transfers.rememberFound',
  `
  with found as (
    insert into found_member as f (member_id, found_id, found_at) values ($1, $2, $3)
    on conflict (member_id, found_id) do update set found_at = excluded.found_at
      where f.found_at < excluded.found_at - interval '1 day'
    returning 1
  )
  delete from found_member where member_id = $1 and exists (select from found)
    and found_id in (select found_id from found_member where member_id = $1 order by found_at desc offset ${FOUND_MAX})`,
);

/** Remembers, for all processes, that a member found another by name. */
export const rememberFound = async (query: Query, memberId: string, foundId: string, atMs: number): Promise<void> =>
  void (await query.run(remember, [memberId, foundId, new Date(atMs)]));
