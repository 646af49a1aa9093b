import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { Clock } from '../clock.ts';
import type { Tx } from '../db.ts';
import type { OperatorContext } from '../http/index.ts';
import { appendAuditLog } from '../operator-log.ts';
import type { Applied, Fields } from '../two-operators.ts';
import type { CrudItem, CrudResource } from './crud-resource.ts';
import type { CrudStore } from './crud-store.ts';

const entriesOf = (item: object): [string, unknown][] => Object.entries(item);

/** The fields of `after` that differ, before and after. */
function difference(before: object, after: object): { before: Fields; after: Fields } {
  const old = new Map(entriesOf(before));
  const changed = entriesOf(after).filter(([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value));
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed),
  };
}

function withFields<Item extends object>(item: Item, given: object): Item {
  const fields = Object.entries(given).filter(([name, value]) => name !== 'id' && value !== undefined);
  return { ...item, ...Object.fromEntries(fields) };
}

/** Creates and changes items, with their lines of the audit log, in the caller's transaction. */
export class CrudChanges<Item extends CrudItem, Making extends object, Changing extends { readonly id: string }> {
  readonly #crud: CrudResource<Item>;
  readonly #store: CrudStore<Item>;
  readonly #clock: Clock;

  constructor(crud: CrudResource<Item>, store: CrudStore<Item>, clock: Clock) {
    this.#crud = crud;
    this.#store = store;
    this.#clock = clock;
  }

  async create(tx: Tx, given: Making, by: OperatorContext): Promise<OperatorResult<Applied<Item>>> {
    const [crud, store] = [this.#crud, this.#store];
    const atMs = this.#clock.nowMs();
    const place = crud.sorted ? { sort: await store.nextSort(tx) } : {};
    const judged = await crud.judge(tx, withFields(withFields(crud.blank, place), given), undefined);
    if (!judged.ok) return judged;
    const id = await crud.insert(tx, judged.value, atMs);
    const item = await store.require(tx, id);
    const after = Object.fromEntries(entriesOf(item));
    await appendAuditLog(tx, { by, action: 'create', resource: crud.resource, ref: id, after }, atMs);
    return { ok: true, value: { value: item, ref: id, name: await store.nameOf(tx, id), before: null, after } };
  }

  async change(tx: Tx, { id, ...fields }: Changing, by: OperatorContext): Promise<OperatorResult<Applied<Item>>> {
    const [crud, store] = [this.#crud, this.#store];
    const atMs = this.#clock.nowMs();
    await store.lock(tx, id);
    const before = await store.read(tx, id);
    if (!before) return refuseOperator('not_found');
    const judged = await crud.judge(tx, withFields(before, fields), before);
    if (!judged.ok) return judged;
    const name = await store.nameOf(tx, id);
    if (JSON.stringify(judged.value) === JSON.stringify(before))
      return { ok: true, value: { value: before, ref: id, name, before: {}, after: {} } };
    const updated = await crud.update(tx, judged.value, before, atMs);
    if (!updated.ok) return updated;
    const after = await store.require(tx, id);
    const changed = difference(before, after);
    await appendAuditLog(tx, { by, action: 'change', resource: crud.resource, ref: id, ...changed }, atMs);
    return { ok: true, value: { value: after, ref: id, name, ...changed } };
  }
}
