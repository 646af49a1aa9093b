import type { z } from 'zod';
import { TOTAL_MAX, type AuditLine, type OperatorItem } from '@plimsoll/contract/operator';
import type { listAudit, listOperators } from '@plimsoll/contract/operator/operators';
import { sql, type Query, type Statement } from '../../platform/db.ts';
import { itemOf } from './item.ts';
import { PASSKEYS, type OperatorRow } from './store.ts';

interface Page<T> {
  list: T[];
  total: number;
}
interface Count {
  readonly total: number;
}

const FOUND = 'position($1 in username) > 0 and ($2::boolean is null or enabled = $2)';
const listed = (direction: 'asc' | 'desc') =>
  sql<OperatorRow>(
    `operators.list.${direction}`,
    `
  select id, username, role, totp_confirmed_at, enabled, created_at, last_seen_at, email, ${PASSKEYS}, operator_established_at(id) as established_at from operator
  where ${FOUND} order by id ${direction} limit $3 offset $4`,
  );
const newestOperators = listed('desc');
const oldestOperators = listed('asc');
const countOperators = sql<Count>('operators.count', `select count(*)::int as total from operator where ${FOUND}`);

/** A page of operators; `q` is a part of the name. */
export async function operatorsPage(
  { page, limit, status, q, sort }: z.output<typeof listOperators.input>,
  query: Query,
): Promise<Page<OperatorItem>> {
  const wanted = [q?.toLowerCase() ?? '', status === undefined ? null : status === '1'];
  const rows = await query.run(sort === 'id' ? oldestOperators : newestOperators, [
    ...wanted,
    limit,
    (page - 1) * limit,
  ]);
  const [counted] = await query.run(countOperators, wanted);
  return { list: rows.map(itemOf), total: counted?.total ?? 0 };
}

interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly operator_id: string | null;
  readonly username: string;
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  readonly ref: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly remark: string;
  readonly address: string;
  readonly hash: string;
}

const LINE = `id, at, operator_id, username, role, action, resource, ref, before, after, remark, address, encode(hash, 'hex') as hash`;
const byId = sql<AuditRow>('operators.auditLine', `select ${LINE} from operator_audit where id = $1`);

/** One line of the log; undefined when there is none. */
export async function auditLineOf(id: string, query: Query): Promise<AuditLine | undefined> {
  const [row] = await query.run(byId, [id]);
  return row && lineOf(row);
}

const FILTERS = ['q', 'resource', 'ref', 'before'] as const;
type Filter = (typeof FILTERS)[number];
const CONDITIONS = {
  q: 'username = ',
  resource: 'resource = ',
  ref: 'ref = ',
  before: 'id < ',
} as const satisfies Record<Filter, string>;

interface AuditStatements {
  readonly newest: Statement<AuditRow>;
  readonly oldest: Statement<AuditRow>;
  readonly count: Statement<Count>;
}
const statements = new Map<string, AuditStatements>();

/** One statement for each set of filters, so that each uses its index. */
function auditStatements(filters: readonly Filter[]): AuditStatements {
  const key = ['operators.audit', ...filters].join('.');
  const known = statements.get(key);
  if (known) return known;
  const where =
    filters.length === 0 ? '' : `where ${filters.map((each, at) => `${CONDITIONS[each]}$${at + 1}`).join(' and ')}`;
  const page = (direction: 'asc' | 'desc') =>
    sql<AuditRow>(
      `${key}.${direction}`,
      `
    select ${LINE} from operator_audit ${where} order by id ${direction} limit $${filters.length + 1} offset $${filters.length + 2}`,
    );
  const made = {
    newest: page('desc'),
    oldest: page('asc'),
    count: sql<Count>(
      `${key}.count`,
      `select count(*)::int as total from (select from operator_audit ${where} limit ${TOTAL_MAX}) found`,
    ),
  };
  statements.set(key, made);
  return made;
}

/** A page of the log. */
export async function auditPage(input: z.output<typeof listAudit.input>, query: Query): Promise<Page<AuditLine>> {
  const { page, limit, sort } = input;
  const given = { q: input.q?.toLowerCase(), resource: input.resource, ref: input.ref, before: input.before };
  const filters = FILTERS.filter((each) => given[each] !== undefined);
  const values = filters.map((each) => given[each]);
  const { newest, oldest, count } = auditStatements(filters);
  const [counted] = await query.run(count, values);
  const offset = (page - 1) * limit;
  const rows = offset >= TOTAL_MAX ? [] : await query.run(sort === 'id' ? oldest : newest, [...values, limit, offset]);
  return { list: rows.map(lineOf), total: counted?.total ?? 0 };
}

const lineOf = ({ id, at, operator_id, ...row }: AuditRow): AuditLine => ({
  ...row,
  id: Number(id),
  at: at.toISOString(),
  operator_id: operator_id === null ? null : Number(operator_id),
});
