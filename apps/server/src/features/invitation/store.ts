import { JOINED_MAX, type Answer } from '@plimsoll/contract';
import { TOTAL_MAX, type MemberItem } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import { ITEM_COLUMNS, itemOf, type ItemRow } from '../membership/index.ts';

const own = sql<Answer<'getInvitation'>>(
  'invitation.own',
  `
  select m.invite_code as code, (select count(*)::int from (select from member i where i.invited_by = m.id limit ${JOINED_MAX}) came) as joined
  from member m where m.id = $1`,
);
const onePage = sql<ItemRow>(
  'invitation.invited',
  `select ${ITEM_COLUMNS} from member m where m.invited_by = $1 order by m.id desc limit $2 offset $3`,
);
const count = sql<{ count: number }>(
  'invitation.countInvited',
  `
  select count(*)::int as count from (select from member where invited_by = $1 limit ${TOTAL_MAX}) counted`,
);

/** A member's code and how many used it. */
export const invitationOf = async (query: Query, memberId: string): Promise<Answer<'getInvitation'> | undefined> =>
  (await query.run(own, [memberId]))[0];

/** A page of the members who used a member's code, newest first. */
export async function invitedBy(
  query: Query,
  memberId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ list: MemberItem[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    query.run(onePage, [memberId, limit, (page - 1) * limit]),
    query.run(count, [memberId]),
  ]);
  return { list: rows.map(itemOf), total: counted?.count ?? 0 };
}
