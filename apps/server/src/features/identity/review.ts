import { IDENTITY_STATUS } from '@plimsoll/contract';
import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf } from '../../platform/id-page.ts';
import { applicationOf } from './own-identity.ts';
import type { ApplicationRow } from './store.ts';

type Other = Omit<ApplicationRow, 'front_card' | 'back_card' | 'created_at' | 'decided_at'> & {
  readonly created_at: string;
  readonly decided_at: string | null;
};
interface Row extends ApplicationRow {
  readonly member_id: string;
  readonly username: string;
  readonly frozen: boolean;
  readonly images: number;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly seen_with: readonly { readonly id: string; readonly username: string }[];
  readonly others: readonly Other[];
}

/** Maximum of other applications shown beside one. */
const MAX_OTHERS = 10;

const byIds = sql<Row>(
  'identity.forOperator',
  `
  select a.id, a.member_id, m.username, m.frozen, a.real_name, a.front_card, a.back_card, a.status, a.remark, a.created_at, a.decided_at, a.decided_by, o.username as decided_by_name,
    (select count(distinct u.pixels_hash)::int from upload u where u.name in (a.front_card, a.back_card)) as images,
    coalesce((select json_agg(json_build_object('id', s.id::text, 'username', s.username)) from (
      select distinct sm.id, sm.username
      from upload u join upload same on same.pixels_hash = u.pixels_hash and same.member_id <> a.member_id
        join identity_application sa on sa.front_card = same.name or sa.back_card = same.name
        join member sm on sm.id = sa.member_id
      where u.name in (a.front_card, a.back_card) order by sm.id limit ${MAX_OTHERS}) s), '[]'::json) as seen_with,
    coalesce((select json_agg(json_build_object('id', t.id::text, 'real_name', t.real_name, 'status', t.status, 'remark', t.remark, 'created_at', t.created_at, 'decided_at', t.decided_at) order by t.id desc)
      from (select * from identity_application where member_id = a.member_id and id <> a.id order by id desc limit ${MAX_OTHERS}) t), '[]'::json) as others
  from identity_application a join member m on m.id = a.member_id left join operator o on o.id = a.decided_by
  where a.id = any($1::bigint[])`,
);

type Check = IdentityForOperator['checks'][number];

function checksOf({ frozen, images, seen_with, others }: Row, id: bigint): Check[] {
  const refused = others.find((each) => each.status === IDENTITY_STATUS.refused && BigInt(each.id) < id);
  const check = (name: Check['check'], passed: boolean, at: string | null = null, remark = ''): Check => ({
    check: name,
    passed,
    at,
    remark,
  });
  return [
    check('not_frozen', !frozen),
    check('images_differ', images === 2),
    check('images_unseen', seen_with.length === 0),
    refused
      ? check(
          'no_refusal_before',
          false,
          new Date(refused.decided_at ?? refused.created_at).toISOString(),
          refused.remark,
        )
      : check('no_refusal_before', true),
  ];
}

/** Links an image; null for operators who may not see it. */
export type LinkOf = (id: string, image: 'front_card' | 'back_card', upload: string) => string | null;

/** Applications as operators see them, in the order of the ids. */
export async function identitiesForOperator(
  query: Query,
  ids: readonly string[],
  linkOf: LinkOf,
): Promise<IdentityForOperator[]> {
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    ...applicationOf(row),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    front_card: linkOf(row.id, 'front_card', row.front_card),
    back_card: linkOf(row.id, 'back_card', row.back_card),
    decided:
      row.decided_at === null
        ? null
        : { by: Number(row.decided_by), username: row.decided_by_name ?? '', at: row.decided_at.toISOString() },
    checks: checksOf(row, BigInt(row.id)),
    seen_with: row.seen_with.map(({ id, username }) => ({ member_id: Number(id), username })),
    other_applications: row.others.map((each) =>
      applicationOf({
        ...each,
        created_at: new Date(each.created_at),
        decided_at: each.decided_at === null ? null : new Date(each.decided_at),
      }),
    ),
  }));
}
