import {
  refuseOperator,
  type OperatorCall,
  type OperatorRefusal,
  type OperatorResult,
  type ProposalKind,
  type Proposed,
} from '@plimsoll/contract/operator';
import type { Clock } from '../clock.ts';
import { errorCode, type Db } from '../db.ts';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../http/index.ts';
import type { Log } from '../log.ts';
import { needsTwo, type DefinesChanges, type TwoOperators } from '../two-operators.ts';
import { CrudChanges } from './crud-changes.ts';
import type { CrudCalls, CrudItem, CrudResource } from './crud-resource.ts';
import { CrudStore } from './crud-store.ts';

export interface CrudDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly proposals: DefinesChanges;
  /** After a committed change: refreshes this process's memory. */
  readonly changed?: () => Promise<void>;
  readonly added?: () => Promise<void>;
}

const UNIQUE = '23505';
const CHECK = '23514';

const refusalOf = (error: unknown): OperatorRefusal | undefined => {
  if (errorCode(error) === UNIQUE) return { reason: 'already_exists' };
  return errorCode(error) === CHECK ? { reason: 'bad_value' } : undefined;
};

/** Binds the four calls of a resource; each change is one transaction with its line of the audit log. */
export function crudRoutes<Item extends CrudItem, Making extends object, Changing extends { readonly id: string }>(
  calls: CrudCalls<Item, Making, Changing>,
  crud: CrudResource<Item>,
  deps: CrudDeps,
): readonly OperatorRoute[] {
  const { db } = deps;
  const store = new CrudStore(crud);
  const { create, change } = proposedChanges<Item, Making, Changing>(crud, store, deps);
  return [
    operatorRoute(calls.list, async (input) => ({ ok: true, value: await store.list(db, input) })),
    operatorRoute(calls.read, async ({ id }) => {
      const item = await store.read(db, id);
      const [whole] = item ? await store.whole(db, [store.shown(item)]) : [];
      return whole ? { ok: true, value: whole } : refuseOperator('not_found');
    }),
    operatorRoute(calls.create, runOrPropose(calls.create.two, create)),
    operatorRoute(calls.change, async (given, by) => {
      const { id: _id, ...fields } = given;
      return Object.values(fields).every((value) => value === undefined)
        ? refuseOperator('nothing_to_change')
        : runOrPropose(calls.change.two, change)(given, by);
    }),
  ];
}

function proposedChanges<Item extends CrudItem, Making extends object, Changing extends { readonly id: string }>(
  crud: CrudResource<Item>,
  store: CrudStore<Item>,
  { clock, log, proposals, changed, added }: CrudDeps,
): { readonly create: TwoOperators<Making, Item>; readonly change: TwoOperators<Changing, Item> } {
  const changes = new CrudChanges<Item, Making, Changing>(crud, store, clock);
  const refresh = async (refreshing: (() => Promise<void>) | undefined): Promise<void> => {
    await refreshing?.().catch((error: unknown) =>
      log.error({ err: error, resource: crud.resource }, 'refresh after a committed change failed'),
    );
  };
  const common = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a resource that is a kind is ever proposed
    kind: crud.resource as ProposalKind,
    role: 'owner',
    refusalOf,
    shown: (item: Item) => store.shown(item),
  } as const;
  return {
    create: proposals.define<Making, Item>({
      ...common,
      what: 'create',
      apply: (tx, data, by) => changes.create(tx, data, by),
      async committed() {
        await refresh(changed);
        await refresh(added);
      },
    }),
    change: proposals.define<Changing, Item>({
      ...common,
      what: 'change',
      apply: (tx, data, by) => changes.change(tx, data, by),
      committed: () => refresh(changed),
    }),
  };
}

/** Proposes it where it needs two operators. */
const runOrPropose =
  <Data extends object, Item>(two: OperatorCall['two'], { run, propose }: TwoOperators<Data, Item>) =>
  (given: Data, by: OperatorContext): Promise<OperatorResult<Item | Proposed>> =>
    needsTwo(two, given) ? propose(given, by) : run(given, by);
