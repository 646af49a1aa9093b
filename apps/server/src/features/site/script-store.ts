import { SCRIPT_STATUS } from '@plimsoll/contract/codes/site';
import { TOTAL_MAX, type ScriptItem } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';

interface Row {
  readonly id: string;
  readonly content: string;
  readonly hash: string;
  readonly status: ScriptItem['status'];
  readonly proposed_by: string;
  readonly approved_by: string | null;
  readonly revoked_by: string | null;
  readonly proposed_at: Date;
  readonly approved_at: Date | null;
  readonly ended_at: Date | null;
}

const COLUMNS = 'id, content, hash, status, proposed_by, approved_by, revoked_by, proposed_at, approved_at, ended_at';
const newest = sql<Row>('site.scripts', `select ${COLUMNS} from script order by id desc limit $1 offset $2`);
const oldest = sql<Row>('site.oldestScripts', `select ${COLUMNS} from script order by id limit $1 offset $2`);
const newestOf = sql<Row>(
  'site.scriptsOf',
  `select ${COLUMNS} from script where status = $3 order by id desc limit $1 offset $2`,
);
const oldestOf = sql<Row>(
  'site.oldestScriptsOf',
  `select ${COLUMNS} from script where status = $3 order by id limit $1 offset $2`,
);
const total = sql<{ total: number }>(
  'site.countScripts',
  `select count(*)::int as total from (select from script limit ${TOTAL_MAX}) counted`,
);
const totalOf = sql<{ total: number }>(
  'site.countScriptsOf',
  `select count(*)::int as total from (select from script where status = $1 limit ${TOTAL_MAX}) counted`,
);
const byId = sql<Row>('site.script', `select ${COLUMNS} from script where id = $1`);
const insert = sql<Row>(
  'site.insertScript',
  `insert into script (content, hash, proposed_by, proposed_at) values ($1, $2, $3, $4) returning ${COLUMNS}`,
);
// Serialises decisions, since at most one script may run.
const lockAll = sql<never>(
  'site.lockScripts',
  `select pg_advisory_xact_lock(hashtextextended('plimsoll page script', 0))`,
);
const endRunning = sql<{ id: string }>(
  'site.endScript',
  `update script set status = ${SCRIPT_STATUS.over}, ended_at = $1
   where status = ${SCRIPT_STATUS.running} returning id`,
);
const run = sql<Row>(
  'site.runScript',
  `update script set status = ${SCRIPT_STATUS.running}, approved_by = $2, approved_at = $3 where id = $1 returning ${COLUMNS}`,
);
const revoke = sql<Row>(
  'site.revokeScript',
  `update script set status = ${SCRIPT_STATUS.over}, revoked_by = $2, ended_at = $3 where id = $1 returning ${COLUMNS}`,
);

const number = (id: string | null): number | null => (id === null ? null : Number(id));
const itemOf = (row: Row): ScriptItem => ({
  id: Number(row.id),
  content: row.content,
  hash: row.hash,
  status: row.status,
  proposed_by: Number(row.proposed_by),
  approved_by: number(row.approved_by),
  revoked_by: number(row.revoked_by),
  addtime: row.proposed_at.toISOString(),
  approved_at: row.approved_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
});
const one = (rows: readonly Row[]): ScriptItem => {
  const [row] = rows;
  if (!row) throw new Error('a write to script returned no row');
  return itemOf(row);
};

interface ScriptFilter {
  readonly page: number;
  readonly limit: number;
  readonly status?: '1' | '2' | '3' | undefined;
  readonly sort?: string | undefined;
}

/** A page of all scripts ever proposed. */
export async function scriptPage(
  query: Query,
  { page, limit, status, sort }: ScriptFilter,
): Promise<{ list: ScriptItem[]; total: number }> {
  const [all, some] = sort === 'id' ? [oldest, oldestOf] : [newest, newestOf];
  const where = [limit, (page - 1) * limit];
  const rows = status === undefined ? await query.run(all, where) : await query.run(some, [...where, status]);
  const [count] = status === undefined ? await query.run(total) : await query.run(totalOf, [status]);
  return { list: rows.map(itemOf), total: count?.total ?? 0 };
}

/** A script by its id. */
export async function findScript(query: Query, id: string): Promise<ScriptItem | undefined> {
  const [row] = await query.run(byId, [id]);
  return row && itemOf(row);
}
/** The same, locked against other decisions until the transaction ends. */
export async function findScriptToDecide(query: Query, id: string): Promise<ScriptItem | undefined> {
  await query.run(lockAll);
  return findScript(query, id);
}
/** Inserts a proposed script. */
export const insertScript = async (
  query: Query,
  content: string,
  hash: string,
  by: string,
  atMs: number,
): Promise<ScriptItem> => one(await query.run(insert, [content, hash, by, new Date(atMs)]));
/** Runs a script and ends the one running; returns that one's id. */
export async function startScript(
  query: Query,
  id: string,
  by: string,
  atMs: number,
): Promise<{ script: ScriptItem; replaced: number | null }> {
  const [ended] = await query.run(endRunning, [new Date(atMs)]);
  return { script: one(await query.run(run, [id, by, new Date(atMs)])), replaced: number(ended?.id ?? null) };
}
/** Ends a running or proposed script. */
export const endScript = async (query: Query, id: string, by: string, atMs: number): Promise<ScriptItem> =>
  one(await query.run(revoke, [id, by, new Date(atMs)]));
