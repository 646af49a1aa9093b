import { RECORD_STATUS } from '@plimsoll/contract';
import { isDeepStrictEqual } from 'node:util';
import {
  isAtLeast,
  refuseOperator,
  type OperatorRefusal,
  type OperatorResult,
  type ProposalItem,
  type ProposalKind,
  type Proposed,
} from '@plimsoll/contract/operator';
import type { Clock } from '../../platform/clock.ts';
import { errorCode, type Db, type Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Applied, Change, Decide, DefinesChanges, Fields, TwoOperators } from '../../platform/two-operators.ts';
import { notEstablished } from './established.ts';
import {
  findProposal,
  insertProposal,
  itemOf,
  lockProposal,
  writeDecision,
  type NewProposal,
  type ProposalRow,
} from './store.ts';

/** What proposals are made with. */
export interface ProposalsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

interface Decision {
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  readonly remark: string;
}

/** Rolls back the transaction with a refusal. */
class Refused extends Error {
  readonly refusal: OperatorRefusal;

  constructor(refusal: OperatorRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}
/** Rolls back a rehearsal and carries its result. */
class Rehearsed extends Error {
  readonly applied: Applied<unknown>;

  constructor(applied: Applied<unknown>) {
    super('rehearsed');
    this.applied = applied;
  }
}

type AnyChange = Change<never, unknown>;
const UNIQUE = '23505';
const unwrapped = <T>(result: OperatorResult<T>): T => {
  if (result.ok) return result.value;
  throw new Refused(result.refusal);
};
/** As the database returns it. */
const parsed = (value: unknown): unknown => (value === null ? null : (JSON.parse(JSON.stringify(value)) as unknown));
/** Equal as JSON, in any order of fields. */
const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(parsed(one), parsed(other));

/** A new thing has another number than at its rehearsal, and a place behind what was added since. */
const without = ({ id: _id, sort: _sort, ...rest }: Fields): Fields => rest;

/** True when it would do another thing than was shown, before and after, or to one of another name. */
function isOther({ what, name, before, after }: ProposalRow, applied: Applied<unknown>): boolean {
  const isSame = what === 'create' ? same(without(after), without(applied.after)) : same(after, applied.after);
  return !isSame || !same(before, applied.before) || name !== (applied.name ?? '');
}

/** Changes that need two operators (RULES 8), of every slice. */
export class Proposals implements DefinesChanges {
  readonly #deps: ProposalsDeps;
  readonly #changes = new Map<string, AnyChange>();
  readonly #delegated = new Map<ProposalKind, Decide>();

  constructor(deps: ProposalsDeps) {
    this.#deps = deps;
  }

  /** Registers a change; returns how to propose it and to do it. */
  define<Data, Out>(change: Change<Data, Out>): TwoOperators<Data, Out> {
    this.#changes.set(`${change.kind} ${change.what}`, change);
    return {
      propose: (data, by) => this.#propose(change, data, by),
      run: (data, by) =>
        this.#withRefusals(change, async () => {
          const applied = await this.#deps.db.transaction(async (tx) => unwrapped(await change.apply(tx, data, by)));
          await this.#afterCommit(change, applied);
          return { ok: true, value: change.shown?.(applied.value) ?? applied.value };
        }),
    };
  }

  /** Leaves a kind to the slice that keeps it in its own table. */
  delegate(kind: ProposalKind, decide: Decide): void {
    this.#delegated.set(kind, decide);
  }

  /** Approves or refuses; `result` is the changed thing. */
  async decide(
    { id, verdict, remark }: Decision,
    by: OperatorContext,
  ): Promise<OperatorResult<ProposalItem & { result: unknown }>> {
    const found = await findProposal(this.#deps.db, id, by.operator);
    if (!found) return refuseOperator('not_found');
    if (!isAtLeast(by.operator.role, found.role)) return refuseOperator('forbidden');
    if (found.status !== RECORD_STATUS.pending) return refuseOperator('already_decided');
    // A refused second approval leaves the deposit itself undecided.
    const delegated = verdict === 'approve' || found.data === null ? this.#delegated.get(found.kind) : undefined;
    const done = delegated
      ? await delegated({ id: found.ref, verdict, remark, data: found.data }, by)
      : await this.#decide({ id, verdict, remark }, found, by);
    if (!done.ok) return done;
    const after = await findProposal(this.#deps.db, id, by.operator);
    return after
      ? { ok: true, value: { ...itemOf(after, by.operator), result: done.value } }
      : refuseOperator('not_found');
  }

  async #propose<Data, Out>(
    change: Change<Data, Out>,
    data: Data,
    by: OperatorContext,
  ): Promise<OperatorResult<Proposed>> {
    const { db, clock } = this.#deps;
    const unfit = await notEstablished(db, by.operator.operatorId, clock.nowMs());
    if (unfit) return unfit;
    return this.#withRefusals(change, async () => {
      const { ref, name = '', before, after } = await this.#rehearse(change, data, by);
      if (before !== null && same(before, after)) return refuseOperator('nothing_to_change');
      const { kind, what, role } = change;
      return this.#write(
        {
          kind,
          what,
          role,
          name,
          data,
          before,
          after,
          remark: change.remarkOf?.(data) ?? '',
          ref: what === 'create' ? '' : ref,
        },
        by,
      );
    });
  }

  /** Stores a proposal that a slice decides itself, for the second approval. */
  async keep(made: NewProposal, by: OperatorContext): Promise<OperatorResult<Proposed>> {
    const unfit = await notEstablished(this.#deps.db, by.operator.operatorId, this.#deps.clock.nowMs());
    return (
      unfit ??
      this.#withRefusals(
        { refusalOf: (error) => (errorCode(error) === UNIQUE ? { reason: 'changed_meanwhile' } : undefined) },
        () => this.#write(made, by),
      )
    );
  }

  async #write(made: NewProposal, by: OperatorContext): Promise<OperatorResult<Proposed>> {
    const { db, clock } = this.#deps;
    const id = await db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const written = await insertProposal(tx, made, by.operator.operatorId, new Date(nowMs));
      const { kind, ref, before, after } = made;
      await appendAuditLog(
        tx,
        {
          by,
          action: 'propose',
          resource: kind,
          ref,
          ...(before === null ? {} : { before }),
          after: { ...after, proposal: Number(written) },
        },
        nowMs,
      );
      return written;
    });
    const row = await findProposal(db, id, { ...by.operator, role: 'owner' });
    return row ? { ok: true, value: { proposal: itemOf(row, by.operator) } } : refuseOperator('not_found');
  }

  /** Does the change in a transaction that is rolled back. */
  async #rehearse<Data, Out>(change: Change<Data, Out>, data: Data, by: OperatorContext): Promise<Applied<unknown>> {
    try {
      return await this.#deps.db.transaction(async (tx): Promise<never> => {
        throw new Rehearsed(unwrapped(await change.apply(tx, data, by)));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.applied;
      throw error;
    }
  }

  async #decide(
    decision: Decision,
    { kind, what }: ProposalRow,
    by: OperatorContext,
  ): Promise<OperatorResult<unknown>> {
    const change = this.#changes.get(`${kind} ${what}`);
    return this.#withRefusals(change ?? {}, async () => {
      const applied = await this.#deps.db.transaction((tx) => this.#decideWithin(tx, decision, change, by));
      if (!applied || !change) return { ok: true, value: null };
      await this.#afterCommit(change, applied);
      return { ok: true, value: change.shown?.(applied.value) ?? applied.value };
    });
  }

  async #decideWithin(
    tx: Tx,
    { id, verdict, remark }: Decision,
    change: AnyChange | undefined,
    by: OperatorContext,
  ): Promise<Applied<unknown> | undefined> {
    const { operatorId } = by.operator;
    const row = await lockProposal(tx, id, by.operator);
    if (!row) throw new Refused({ reason: 'not_found' });
    if (row.status !== RECORD_STATUS.pending) throw new Refused({ reason: 'already_decided' });
    const isApproved = verdict === 'approve';
    if (isApproved && row.proposed_by === operatorId) throw new Refused({ reason: 'same_operator' });
    if (isApproved && !row.may_second) throw new Refused({ reason: 'not_established' });
    if (isApproved && !change) throw new Error(`proposal ${id} is of a kind that no slice has defined`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row keeps what `propose` of this very change was given
    const data = row.data as never;
    const applied = isApproved && change ? unwrapped(await change.apply(tx, data, by, row.proposed_by)) : undefined;
    if (applied && isOther(row, applied)) throw new Refused({ reason: 'changed_meanwhile' });
    const nowMs = this.#deps.clock.nowMs();
    // The clock may have been set back.
    await writeDecision(
      tx,
      { id, isApproved, by: operatorId, remark },
      new Date(Math.max(nowMs, row.proposed_at.getTime())),
    );
    await appendAuditLog(
      tx,
      {
        by,
        action: verdict,
        resource: 'proposals',
        ref: id,
        remark,
        before: { status: RECORD_STATUS.pending, by: Number(row.proposed_by) },
        after: { status: isApproved ? RECORD_STATUS.completed : RECORD_STATUS.refused },
      },
      nowMs,
    );
    return applied;
  }

  async #withRefusals<T>(
    change: Pick<AnyChange, 'refusalOf'>,
    work: () => Promise<OperatorResult<T>>,
  ): Promise<OperatorResult<T>> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) return { ok: false, refusal: error.refusal };
      const refusal = change.refusalOf?.(error);
      if (refusal) return { ok: false, refusal };
      throw error;
    }
  }

  /** A failure here is mended by the next refresh. */
  async #afterCommit<Out>(
    change: Pick<Change<never, Out>, 'committed' | 'kind'>,
    applied: Applied<Out>,
  ): Promise<void> {
    try {
      await change.committed?.(applied);
    } catch (error) {
      this.#deps.log.error({ err: error, resource: change.kind }, 'refresh after an approved change failed');
    }
  }
}
