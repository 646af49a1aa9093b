import { refuseOperator, TOTAL_MAX, type OperatorRefusal, type OperatorResult } from '@plimsoll/contract/operator';
import type { Clock } from '../../platform/clock.ts';
import { errorCode, sql, type Db, type Query, type Tx } from '../../platform/db.ts';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { logDeed } from '../operators/index.ts';
import { oneRow, type ListInput, type Shelf, type ShelfCalls, type Shelved } from './shelf.ts';

export interface ShelfDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** After a change was committed: brings this process's memory up to date. */
  readonly changed?: () => Promise<void>;
  /** After a new one was committed. */
  readonly added?: () => Promise<void>;
}

const UNIQUE = '23505';
const CHECK = '23514';

/** Undoes the transaction that it is thrown in. */
class Refused extends Error {
  readonly refusal: OperatorRefusal;

  constructor(refusal: OperatorRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** The fields of `after` that differ, as they were and as they are. */
function difference<Item extends object>(before: Item, after: Item): { before: Partial<Item>; after: Partial<Item> } {
  const names = (Object.keys(after) as (keyof Item)[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (item: Item) => Object.fromEntries(names.map((name) => [name, item[name]])) as Partial<Item>;
  return { before: only(before), after: only(after) };
}

/** What is there with what was given laid over it. */
function over<Item extends object>(item: Item, given: object): Item {
  const said = Object.entries(given).filter(([name, value]) => name !== 'id' && value !== undefined);
  return { ...item, ...(Object.fromEntries(said) as Partial<Item>) };
}

/** Binds the calls of one kind of thing (wire, "Operator API", Catalogue): each change is one transaction with its line of the log. */
export function shelfRoutes<Item extends Shelved, Making extends object, Changing extends { readonly id: string }>(
  calls: ShelfCalls<Item, Making, Changing>, shelf: Shelf<Item>, deps: ShelfDeps,
): readonly OperatorRoute[] {
  const { db, clock, log } = deps;
  const { resource, table, rows } = shelf;
  const wanted = `from (${rows}) r where ($1::boolean is null or r.enabled = $1) and ($2::text is null or strpos(lower(r.name), lower($2)) > 0)`;
  const listed = (order: string) => sql<object>(`${resource}.list.${order}`, `select * ${wanted} order by ${order} limit $3 offset $4`);
  const orders = new Map([
    ['id', listed('r.id')], ['-id', listed('r.id desc')], ['sort', listed('r.sort, r.id')], ['-sort', listed('r.sort desc, r.id desc')],
  ]);
  const newestFirst = listed('r.id desc');
  const count = sql<{ total: number }>(`${resource}.count`, `select least(count(*), ${TOTAL_MAX})::int as total ${wanted}`);
  const one = sql<object>(`${resource}.one`, `select * from (${rows}) r where r.id = $1`);
  const lock = sql<never>(`${resource}.lock`, `select id from ${table} where id = $1 for no key update`);
  const last = sql<{ next: number }>(`${resource}.next`, `select coalesce(max(sort) + 1, 0) as next from ${table}`);
  const shown = (item: Item): Item => shelf.shown?.(item) ?? item;

  async function read(query: Query, id: string): Promise<Item | undefined> {
    const [row] = await query.run(one, [id]);
    return row && shelf.item(row as never);
  }

  async function list({ page, limit, status, q, sort }: ListInput): Promise<{ list: Item[]; total: number }> {
    const filter = [status === undefined ? null : status === '1', q ?? null];
    const [found, { total }] = await Promise.all([
      db.run(orders.get(sort ?? '') ?? newestFirst, [...filter, limit, (page - 1) * limit]), oneRow(db, count, filter),
    ]);
    return { list: found.map((row) => shown(shelf.item(row as never))), total };
  }

  async function kept(tx: Tx, id: string): Promise<Item> {
    const item = await read(tx, id);
    if (!item) throw new Error(`${resource} ${id} is not there`);
    return item;
  }

  const agreed = <T>(result: OperatorResult<T>): T => {
    if (result.ok) return result.value;
    throw new Refused(result.refusal);
  };

  async function make(given: Making, by: OperatorContext): Promise<OperatorResult<Item>> {
    const made = await written(async (tx) => {
      const atMs = clock.nowMs();
      const place = shelf.sorted ? { sort: (await oneRow(tx, last, [])).next } : {};
      const item = agreed(await shelf.judge(tx, over(over(shelf.blank, place), given), undefined));
      const id = await shelf.insert(tx, item, atMs);
      const after = await kept(tx, id);
      await logDeed(tx, { by, action: 'create', resource, ref: id, after: Object.fromEntries(Object.entries(after)) }, atMs);
      return { item: after, changed: true };
    });
    if (made.ok) await told(deps.added);
    return made;
  }

  async function change(given: Changing, by: OperatorContext): Promise<OperatorResult<Item>> {
    const { id, ...fields } = given;
    if (Object.values(fields).every((value) => value === undefined)) return refuseOperator('nothing_to_change');
    return written(async (tx) => {
      const atMs = clock.nowMs();
      await tx.run(lock, [id]);
      const before = await read(tx, id);
      if (!before) throw new Refused({ reason: 'not_found' });
      const item = agreed(await shelf.judge(tx, over(before, fields), before));
      if (JSON.stringify(item) === JSON.stringify(before)) return { item: before, changed: false };
      agreed(await shelf.update(tx, item, before, atMs));
      const after = await kept(tx, id);
      await logDeed(tx, { by, action: 'change', resource, ref: id, ...difference(before, after) }, atMs);
      return { item: after, changed: true };
    });
  }

  /** Commits, and brings the memory up to date before the answer goes out. */
  async function written(work: (tx: Tx) => Promise<{ item: Item; changed: boolean }>): Promise<OperatorResult<Item>> {
    let done: { item: Item; changed: boolean };
    try {
      done = await db.transaction(work);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, refusal: error.refusal };
      if (errorCode(error) === UNIQUE) return refuseOperator('already_exists');
      if (errorCode(error) === CHECK) return refuseOperator('bad_value');
      throw error;
    }
    if (done.changed) await told(deps.changed);
    return { ok: true, value: shown(done.item) };
  }

  /** It is committed by now: whatever fails here is found out by the next reading. */
  const told = async (hear: (() => Promise<void>) | undefined): Promise<void> => {
    await hear?.().catch((error: unknown) => log.error({ err: error, resource }, 'a change was made, and is not heard of here yet'));
  };

  return [
    operatorRoute(calls.list, async (input) => ({ ok: true, value: await list(input) })),
    operatorRoute(calls.read, async ({ id }) => {
      const item = await read(db, id);
      return item ? { ok: true, value: shown(item) } : refuseOperator('not_found');
    }),
    operatorRoute(calls.create, make),
    operatorRoute(calls.change, change),
  ];
}
