import { RECORD_STATUS } from '@plimsoll/contract';
import { isAtLeast, TOTAL_MAX, type ProposalItem, type Role } from '@plimsoll/contract/operator';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { Fields } from '../../platform/two-operators.ts';

interface Row {
  readonly id: string;
  readonly kind: ProposalItem['kind'];
  readonly what: ProposalItem['what'];
  readonly ref: string;
  readonly name: string;
  readonly role: 'clerk' | 'treasurer' | 'owner';
  readonly data: unknown;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown>;
  readonly remark: string;
  readonly proposed_by: string;
  readonly proposer: string;
  readonly proposed_at: Date;
  readonly status: 1 | 2 | 3;
  readonly decided_by: string | null;
  readonly decider: string | null;
  readonly decided_at: Date | null;
  readonly decision_remark: string | null;
  readonly may_second: boolean;
  readonly related: boolean;
  /** The proposer may no longer log in, was reset, or has a lower role by now. */
  readonly gone: boolean;
}

const COLUMNS = `p.id, p.kind, p.what, p.ref, p.name, p.role, p.data, p.before, p.after, p.remark, p.proposed_by, a.username as proposer, p.proposed_at, p.status,
  p.decided_by, d.username as decider, p.decided_at, p.decision_remark,
  operator_may_second($1, p.proposed_by, p.proposed_at) and operator_has_role(p.proposed_by, p.role) as may_second,
  operator_is_related($1, p.proposed_by, p.proposed_at) as related,
  not (a.enabled and coalesce(a.reset_at <= p.proposed_at, true) and operator_has_role(p.proposed_by, p.role)) as gone`;
const FROM = 'proposal p join operator a on a.id = p.proposed_by left join operator d on d.id = p.decided_by';
const WANTED = `($2 or p.role <> 'owner') and ($3::smallint is null or p.status = $3) and ($4::text is null or p.kind = $4) and ($5::bigint is null or p.id < $5)`;
const listed = (direction: 'asc' | 'desc') =>
  sql<Row>(
    `proposals.list.${direction}`,
    `
  select ${COLUMNS} from ${FROM} where ${WANTED} order by p.id ${direction} limit $6 offset $7`,
  );
const [newest, oldest] = [listed('desc'), listed('asc')];
const count = sql<{ total: number }>(
  'proposals.count',
  `
  select count(*)::int as total from (select from proposal p where ($1 or p.role <> 'owner') and ($2::smallint is null or p.status = $2) and ($3::text is null or p.kind = $3)
    and ($4::bigint is null or p.id < $4) limit ${TOTAL_MAX}) counted`,
);
const one = sql<Row>('proposals.one', `select ${COLUMNS} from ${FROM} where p.id = $2`);
const lock = sql<Row>('proposals.lock', `select ${COLUMNS} from ${FROM} where p.id = $2 for update of p`);
const insert = sql<{ id: string }>(
  'proposals.insert',
  `
  insert into proposal (kind, what, ref, name, role, data, before, after, proposed_by, proposed_at, remark) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
);
const decide = sql<never>(
  'proposals.decide',
  'update proposal set status = $2, decided_by = $3, decision_remark = $4, decided_at = $5 where id = $1',
);

/** The reader, whose role decides what is visible. */
export interface Asker {
  readonly operatorId: string;
  readonly role: Role;
}

export interface ProposalRow extends Row {}

function mayOf(row: Row, { operatorId, role }: Asker): ProposalItem['may'] {
  if (row.proposed_by === operatorId) return 'proposed';
  if (!isAtLeast(role, row.role)) return 'higher';
  if (row.may_second) return 'yours';
  if (row.gone) return 'gone';
  return row.related ? 'related' : 'established';
}

/** A proposal as the console sees it. */
export const itemOf = (row: Row, asker: Asker): ProposalItem => ({
  // not money: ids, numbers on the wire
  id: Number(row.id),
  kind: row.kind,
  what: row.what,
  ref: row.ref,
  name: row.name,
  before: row.before,
  after: row.after,
  remark: row.remark,
  by: Number(row.proposed_by),
  username: row.proposer,
  at: row.proposed_at.toISOString(),
  status: row.status,
  decided:
    row.decided_by === null || row.decided_at === null
      ? null
      : {
          by: Number(row.decided_by),
          username: row.decider ?? '',
          at: row.decided_at.toISOString(),
          remark: row.decision_remark ?? '',
        },
  may: mayOf(row, asker),
});

interface Wanted {
  readonly page: number;
  readonly limit: number;
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly before?: string | undefined;
  readonly sort?: string | undefined;
}

/** A page of the proposals visible to this operator. */
export async function proposalsPage(
  query: Query,
  { page, limit, status, kind, before, sort }: Wanted,
  asker: Asker,
): Promise<{ list: ProposalItem[]; total: number }> {
  const filter = [asker.role === 'owner', status ?? null, kind ?? null, before ?? null];
  const rows = await query.run(sort === 'id' ? oldest : newest, [
    asker.operatorId,
    ...filter,
    limit,
    (page - 1) * limit,
  ]);
  const [counted] = await query.run(count, filter);
  return { list: rows.map((row) => itemOf(row, asker)), total: counted?.total ?? 0 };
}

/** One proposal; undefined when it is not visible to this operator. */
export async function findProposal(query: Query, id: string, asker: Asker): Promise<ProposalRow | undefined> {
  const [row] = await query.run(one, [asker.operatorId, id]);
  return row && (row.role !== 'owner' || asker.role === 'owner') ? row : undefined;
}
/** The same, locked until the transaction ends. */
export const lockProposal = async (tx: Tx, id: string, asker: Asker): Promise<ProposalRow | undefined> =>
  (await tx.run(lock, [asker.operatorId, id]))[0];

export interface NewProposal {
  readonly kind: ProposalItem['kind'];
  readonly what: ProposalItem['what'];
  readonly ref: string;
  readonly name: string;
  readonly role: 'clerk' | 'treasurer' | 'owner';
  readonly data: unknown;
  readonly remark?: string;
  readonly before: Fields | null;
  readonly after: Fields;
}
/** Inserts a proposal and returns its id. */
export async function insertProposal(tx: Tx, made: NewProposal, by: string, at: Date): Promise<string> {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const [row] = await tx.run(insert, [
    made.kind,
    made.what,
    made.ref,
    made.name,
    made.role,
    json(made.data),
    json(made.before),
    json(made.after),
    by,
    at,
    made.remark ?? '',
  ]);
  if (!row) throw new Error('insert into proposal returned no row');
  return row.id;
}

export interface WaitingProposal {
  readonly by: string;
  readonly at: Date;
  readonly data: unknown;
}

const waitingFor = sql<WaitingProposal & { ref: string }>(
  'proposals.waitingFor',
  `
  select ref, proposed_by as by, proposed_at as at, data from proposal
  where kind = $1 and ref = any($2) and status = ${RECORD_STATUS.pending} order by id desc for update`,
);
/** Pending proposals by the id of their thing; locked. */
export async function proposedFor(
  tx: Tx,
  kind: ProposalItem['kind'],
  refs: readonly string[],
): Promise<ReadonlyMap<string, WaitingProposal>> {
  if (refs.length === 0) return new Map();
  return new Map((await tx.run(waitingFor, [kind, refs])).map((row) => [row.ref, row]));
}

/** Writes a decision; the database refuses a second one, or an approval without the right. */
export const writeDecision = async (
  tx: Tx,
  {
    id,
    isApproved,
    by,
    remark,
  }: { readonly id: string; readonly isApproved: boolean; readonly by: string; readonly remark: string },
  at: Date,
): Promise<void> =>
  void (await tx.run(decide, [id, isApproved ? RECORD_STATUS.completed : RECORD_STATUS.refused, by, remark, at]));
