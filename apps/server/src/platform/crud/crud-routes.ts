import {
  refuseOperator,
  TOTAL_MAX,
  type OperatorCall,
  type OperatorRefusal,
  type OperatorResult,
  type ProposalKind,
  type Proposed,
} from '@plimsoll/contract/operator';
import type { Clock } from '../clock.ts';
import { errorCode, sql, type Db, type Query, type Tx } from '../db.ts';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../http/index.ts';
import type { Log } from '../log.ts';
import { appendAuditLog } from '../operator-log.ts';
import { needsTwo, type Applied, type DefinesChanges, type TwoOperators } from '../two-operators.ts';
import { oneRow, type ListInput, type CrudResource, type CrudCalls, type CrudItem } from './crud-resource.ts';

export interface CrudDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** What two operators must agree on is proposed here. */
  readonly proposals: DefinesChanges;
  /** After a change was committed: brings this process's memory up to date. */
  readonly changed?: () => Promise<void>;
  /** After a new one was committed. */
  readonly added?: () => Promise<void>;
}

const UNIQUE = '23505';
const CHECK = '23514';

const refusalOf = (error: unknown): OperatorRefusal | undefined => {
  if (errorCode(error) === UNIQUE) return { reason: 'already_exists' };
  return errorCode(error) === CHECK ? { reason: 'bad_value' } : undefined;
};

/** The fields of `after` that differ, as they were and as they are. */
function difference<Item extends object>(before: Item, after: Item): { before: Partial<Item>; after: Partial<Item> } {
  const names = (Object.keys(after) as (keyof Item)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (item: Item) => Object.fromEntries(names.map((name) => [name, item[name]])) as Partial<Item>;
  return { before: only(before), after: only(after) };
}

/** What is there with what was given laid over it. */
function over<Item extends object>(item: Item, given: object): Item {
  const said = Object.entries(given).filter(([name, value]) => name !== 'id' && value !== undefined);
  return { ...item, ...(Object.fromEntries(said) as Partial<Item>) };
}

/**
 * Binds the calls of one kind of thing (docs/wire/operator.md): each change is one transaction with its line of the
 * log.
 */
export function crudRoutes<Item extends CrudItem, Making extends object, Changing extends { readonly id: string }>(
  calls: CrudCalls<Item, Making, Changing>,
  crud: CrudResource<Item>,
  deps: CrudDeps,
): readonly OperatorRoute[] {
  const { db, clock, log, proposals } = deps;
  const { resource, table, rows } = crud;
  const wanted = `from (${rows}) r where ($1::boolean is null or r.enabled = $1) and ($2::text is null or strpos(lower(r.name), lower($2)) > 0)`;
  const listed = (order: string) =>
    sql<object>(`${resource}.list.${order}`, `select * ${wanted} order by ${order} limit $3 offset $4`);
  const orders = new Map([
    ['id', listed('r.id')],
    ['-id', listed('r.id desc')],
    ['sort', listed('r.sort, r.id')],
    ['-sort', listed('r.sort desc, r.id desc')],
  ]);
  const newestFirst = listed('r.id desc');
  const count = sql<{ total: number }>(
    `${resource}.count`,
    `select least(count(*), ${TOTAL_MAX})::int as total ${wanted}`,
  );
  const one = sql<object>(`${resource}.one`, `select * from (${rows}) r where r.id = $1`);
  const named = sql<{ name: string }>(`${resource}.name`, `select name from (${rows}) r where r.id = $1`);
  const lock = sql<never>(`${resource}.lock`, `select id from ${table} where id = $1 for no key update`);
  const last = sql<{ next: number }>(`${resource}.next`, `select coalesce(max(sort) + 1, 0) as next from ${table}`);
  const shown = (item: Item): Item => crud.shown?.(item) ?? item;

  async function read(query: Query, id: string): Promise<Item | undefined> {
    const [row] = await query.run(one, [id]);
    return row && crud.item(row as never);
  }

  async function list({ page, limit, status, q, sort }: ListInput): Promise<{ list: Item[]; total: number }> {
    const filter = [status === undefined ? null : status === '1', q ?? null];
    const [found, { total }] = await Promise.all([
      db.run(orders.get(sort ?? '') ?? newestFirst, [...filter, limit, (page - 1) * limit]),
      oneRow(db, count, filter),
    ]);
    return { list: found.map((row) => shown(crud.item(row as never))), total };
  }

  async function kept(tx: Tx, id: string): Promise<Item> {
    const item = await read(tx, id);
    if (!item) throw new Error(`${resource} ${id} is not there`);
    return item;
  }

  async function make(tx: Tx, given: Making, by: OperatorContext): Promise<OperatorResult<Applied<Item>>> {
    const atMs = clock.nowMs();
    const place = crud.sorted ? { sort: (await oneRow(tx, last, [])).next } : {};
    const judged = await crud.judge(tx, over(over(crud.blank, place), given), undefined);
    if (!judged.ok) return judged;
    const id = await crud.insert(tx, judged.value, atMs);
    const item = await kept(tx, id);
    const after = Object.fromEntries(Object.entries(item));
    await appendAuditLog(tx, { by, action: 'create', resource, ref: id, after }, atMs);
    return { ok: true, value: { value: item, ref: id, name: await nameIn(tx, id), before: null, after } };
  }

  async function change(
    tx: Tx,
    { id, ...fields }: Changing,
    by: OperatorContext,
  ): Promise<OperatorResult<Applied<Item>>> {
    const atMs = clock.nowMs();
    await tx.run(lock, [id]);
    const before = await read(tx, id);
    if (!before) return refuseOperator('not_found');
    const judged = await crud.judge(tx, over(before, fields), before);
    if (!judged.ok) return judged;
    const name = await nameIn(tx, id);
    if (JSON.stringify(judged.value) === JSON.stringify(before))
      return { ok: true, value: { value: before, ref: id, name, before: {}, after: {} } };
    const updated = await crud.update(tx, judged.value, before, atMs);
    if (!updated.ok) return updated;
    const after = await kept(tx, id);
    const changed = difference(before, after);
    await appendAuditLog(tx, { by, action: 'change', resource, ref: id, ...changed }, atMs);
    return {
      ok: true,
      value: { value: after, ref: id, name, before: { ...changed.before }, after: { ...changed.after } },
    };
  }

  const nameIn = async (query: Query, id: string): Promise<string> => (await query.run(named, [id]))[0]?.name ?? '';
  const heard = async (hear: (() => Promise<void>) | undefined): Promise<void> => {
    await hear?.().catch((error: unknown) =>
      log.error({ err: error, resource }, 'a change was made, and is not heard of here yet'),
    );
  };
  // Only what the contract says needs two is ever proposed.
  const kind = resource as ProposalKind;
  const making = proposals.define<Making, Item>({
    kind,
    what: 'create',
    role: 'owner',
    apply: make,
    refusalOf,
    shown,
    async committed() {
      await heard(deps.changed);
      await heard(deps.added);
    },
  });
  const changing = proposals.define<Changing, Item>({
    kind,
    what: 'change',
    role: 'owner',
    apply: change,
    refusalOf,
    shown,
    committed: () => heard(deps.changed),
  });

  /** Has it done by one, or proposed to two. */
  const either =
    <Data extends object>({ two }: OperatorCall<never, never>, { run, propose }: TwoOperators<Data, Item>) =>
    (given: Data, by: OperatorContext): Promise<OperatorResult<Item | Proposed>> =>
      needsTwo(two, given) ? propose(given, by) : run(given, by);

  return [
    operatorRoute(calls.list, async (input) => ({ ok: true, value: await list(input) })),
    operatorRoute(calls.read, async ({ id }) => {
      const item = await read(db, id);
      return item ? { ok: true, value: shown(item) } : refuseOperator('not_found');
    }),
    operatorRoute(calls.create, either(calls.create as never, making)),
    operatorRoute(calls.change, async (given, by) => {
      const { id: _id, ...fields } = given;
      return Object.values(fields).every((value) => value === undefined)
        ? refuseOperator('nothing_to_change')
        : either(calls.change as never, changing)(given, by);
    }),
  ];
}
