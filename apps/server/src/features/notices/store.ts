import { id } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';
import type { StoredNotification } from './words.ts';

/** A notice as one member has it. */
export type NoticeRow = {
  readonly id: string;
  readonly imgs: string;
  readonly created_at: Date;
  readonly is_read: boolean;
  readonly title: string | null;
  readonly content: string | null;
} & (StoredNotification | { readonly kind: null; readonly params: null });

const VIEW = `n.id, n.kind, n.params, n.title, n.content, n.image as imgs, n.created_at`;

/** A page of a member's notices: own, for all, and in their language, each by its index, newest first. */
export const listOf = sql<NoticeRow>(
  'notices.list',
  `
  with page as (
    select id from (
      (select id from notice where member_id = $1 and enabled order by id desc limit $2::bigint + $3::bigint)
      union all
      (select id from notice where member_id is null and enabled and lang = '' order by id desc limit $2::bigint + $3::bigint)
      union all
      (select id from notice where member_id is null and enabled and lang = $4 order by id desc limit $2::bigint + $3::bigint)
    ) newest order by id desc limit $2 offset $3
  )
  select ${VIEW},
    case when n.member_id is null then exists (select from notice_read r where r.member_id = $1 and r.notice_id = n.id) else n.read_at is not null end as is_read
  from page join notice n on n.id = page.id order by n.id desc`,
);

const NEWS = rowsOf({ memberId: id('member'), id: id('notice') });
/** These notices, each as a member of it has it now. */
const listed = sql<NoticeRow & { member_id: string; lang: string }>(
  'notices.news',
  `
  select ${VIEW}, n.lang, w.member_id,
    case when n.member_id is null then exists (select from notice_read r where r.member_id = w.member_id and r.notice_id = n.id) else n.read_at is not null end as is_read
  from ${NEWS.unnest('w', 1)} join notice n on n.id = w.id
  where n.enabled and (n.member_id is null or n.member_id = w.member_id)`,
);

/** Notices as members have them; those that no list has are left out. */
export const readNews = (query: Query, wanted: readonly RowOf<typeof NEWS>[]) => query.run(listed, NEWS.arrays(wanted));

/** Reads a notice, in any language, and marks it read. */
export const readOne = sql<NoticeRow>(
  'notices.readOne',
  `
  with found as (
    select id, member_id from notice where id = $2 and enabled and (member_id = $1 or member_id is null)
  ), own as (
    update notice n set read_at = $3 from found where n.id = found.id and found.member_id is not null and n.read_at is null
  ), of_all as (
    insert into notice_read (member_id, notice_id, read_at)
    select $1, found.id, $3 from found where found.member_id is null
      and not exists (select from notice_read r where r.member_id = $1 and r.notice_id = found.id)
    on conflict do nothing
  )
  select ${VIEW}, true as is_read from found join notice n on n.id = found.id`,
);

/** Whether a member has unread notices in a language. */
export const anyUnread = sql<{ unread: boolean }>(
  'notices.anyUnread',
  `
  select exists (select from notice where member_id = $1 and enabled and read_at is null)
    or exists (select from notice n where n.member_id is null and n.enabled and n.lang in ('', $2)
      and not exists (select from notice_read r where r.member_id = $1 and r.notice_id = n.id)) as unread`,
);
