import { sql, type Query } from '../../platform/db.ts';
import { TOTAL_MAX, type NoticeItem } from '@plimsoll/contract/operator';

/** An operator's notice, as the console sees it. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly imgs: string;
  readonly member_id: string | null;
  readonly username: string | null;
  readonly lang: string;
  readonly enabled: boolean;
  readonly created_at: Date;
}

const SELECT = `select n.id, n.title, n.content, n.image as imgs, n.member_id, m.username, n.lang, n.enabled, n.created_at
  from notice n left join member m on m.id = n.member_id where n.kind is null`;
const ENABLED = '($1::boolean is null or n.enabled = $1)';
/** By the title's beginning, or by member; both indexed. */
const NAMED = '(lower(n.title) like $2 or n.member_id = $3)';
const counted = (where: string) =>
  `select count(*)::int as total from (select from notice n where n.kind is null and ${where} limit ${TOTAL_MAX + 1}) counted`;

const page = {
  newest: sql<Row>('notices.newest', `${SELECT} and ${ENABLED} order by n.id desc limit $2 offset $3`),
  oldest: sql<Row>('notices.oldest', `${SELECT} and ${ENABLED} order by n.id limit $2 offset $3`),
};
const namedPage = {
  newest: sql<Row>(
    'notices.namedNewest',
    `${SELECT} and ${ENABLED} and ${NAMED} order by n.id desc limit $4 offset $5`,
  ),
  oldest: sql<Row>('notices.namedOldest', `${SELECT} and ${ENABLED} and ${NAMED} order by n.id limit $4 offset $5`),
};
const total = sql<{ total: number }>('notices.total', counted(ENABLED));
const namedTotal = sql<{ total: number }>('notices.namedTotal', counted(`${ENABLED} and ${NAMED}`));
const memberNamed = sql<{ id: string }>(
  'notices.memberNamed',
  `
  select id from member where username = $1 union all select id from member where id = $2 limit 1`,
);
const byId = sql<Row>('notices.byId', `${SELECT} and n.id = $1`);
const locked = sql<Row>('notices.locked', `${SELECT} and n.id = $1 for update of n`);
const insert = sql<{ id: string }>(
  'notices.insert',
  `
  insert into notice (title, content, image, member_id, lang, enabled, created_at) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
);
const update = sql<never>(
  'notices.update',
  'update notice set title = $2, content = $3, image = $4, enabled = $5 where id = $1',
);
const isMember = sql<{ id: string }>('notices.isMember', 'select id from member where id = $1');

const itemOf = (row: Row): NoticeItem => ({
  id: Number(row.id),
  title: row.title,
  content: row.content,
  imgs: row.imgs,
  member_id: row.member_id === null ? null : Number(row.member_id),
  username: row.username ?? '',
  lang: row.lang,
  enabled: row.enabled ? 1 : 0,
  addtime: row.created_at.toISOString(),
});

export interface NoticeFilter {
  readonly enabled: boolean | null;
  readonly named: string | undefined;
  readonly isOldestFirst: boolean;
  readonly limit: number;
  readonly offset: number;
}

const asId = (text: string): string | null => (/^[1-9]\d{0,17}$/.test(text) ? text : null);

/** A page of operators' notices, counted up to {@link TOTAL_MAX}. */
export async function noticePage(
  query: Query,
  { enabled, named, isOldestFirst, limit, offset }: NoticeFilter,
): Promise<{ list: NoticeItem[]; total: number }> {
  const order = isOldestFirst ? 'oldest' : 'newest';
  const filter: unknown[] = [enabled];
  if (named !== undefined) {
    const [member] = await query.run(memberNamed, [named, asId(named)]);
    filter.push(`${named.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, member?.id ?? null);
  }
  const rows = await query.run((named === undefined ? page : namedPage)[order], [...filter, limit, offset]);
  const [count] = await query.run(named === undefined ? total : namedTotal, filter);
  return { list: rows.map(itemOf), total: Math.min(count?.total ?? 0, TOTAL_MAX) };
}

/** An operator's notice; undefined when there is none. */
export async function findNotice(
  query: Query,
  id: string,
  { forUpdate = false } = {},
): Promise<NoticeItem | undefined> {
  const [row] = await query.run(forUpdate ? locked : byId, [id]);
  return row && itemOf(row);
}

export type NoticeText = Pick<NoticeItem, 'title' | 'content' | 'imgs' | 'enabled'>;

/** Inserts a notice for a member, a language, or all. */
export async function insertNotice(
  query: Query,
  { title, content, imgs, enabled }: NoticeText,
  { memberId, lang }: { readonly memberId: string | null; readonly lang: string },
  atMs: number,
): Promise<string> {
  const [row] = await query.run(insert, [title, content, imgs, memberId, lang, enabled === 1, new Date(atMs)]);
  if (!row) throw new Error('insert into notice returned no row');
  return row.id;
}

/** Rewrites a notice. */
export const updateNotice = async (
  query: Query,
  id: string,
  { title, content, imgs, enabled }: NoticeText,
): Promise<void> => {
  await query.run(update, [id, title, content, imgs, enabled === 1]);
};

/** True when the member exists. */
export const memberExists = async (query: Query, id: string): Promise<boolean> =>
  (await query.run(isMember, [id])).length === 1;
