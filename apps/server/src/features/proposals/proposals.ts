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
import type { Applied, Change, Decide, DefinesChanges, TwoOperators } from '../../platform/two-operators.ts';
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

/** What proposals are opened with. */
export interface ProposalsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** What an operator decides of a proposal. */
interface Decision {
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  readonly remark: string;
}

/** Undoes the transaction that it is thrown in. */
class Undone extends Error {
  readonly refusal: OperatorRefusal;

  constructor(refusal: OperatorRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}
/** Ends a rehearsal: what was done is known, and undone. */
class Rehearsed extends Error {
  readonly applied: Applied<unknown>;

  constructor(applied: Applied<unknown>) {
    super('rehearsed');
    this.applied = applied;
  }
}

type AnyChange = Change<never, unknown>;
const UNIQUE = '23505';
const agreed = <T>(result: OperatorResult<T>): T => {
  if (result.ok) return result.value;
  throw new Undone(result.refusal);
};
/** As it comes back from the database. */
const parsed = (value: unknown): unknown => (value === null ? null : (JSON.parse(JSON.stringify(value)) as unknown));
/** Alike as JSON, in whatever order the fields are: the database keeps none. */
const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(parsed(one), parsed(other));

/**
 * Two operators for what no one may do alone (RULES 8): one table, one way to propose, approve and refuse, for every
 * slice.
 */
export class Proposals implements DefinesChanges {
  readonly #deps: ProposalsDeps;
  readonly #changes = new Map<string, AnyChange>();
  readonly #elsewhere = new Map<ProposalKind, Decide>();

  constructor(deps: ProposalsDeps) {
    this.#deps = deps;
  }

  /** Puts a change behind two operators; gives both ways to have it done. */
  define<Data, Out>(change: Change<Data, Out>): TwoOperators<Data, Out> {
    this.#changes.set(`${change.kind} ${change.what}`, change);
    return {
      propose: (data, by) => this.#propose(change, data, by),
      run: (data, by) =>
        this.#surely(change, async () => {
          const applied = await this.#deps.db.transaction(async (tx) => agreed(await change.apply(tx, data, by)));
          await this.#heard(change, applied);
          return { ok: true, value: change.shown?.(applied.value) ?? applied.value };
        }),
    };
  }

  /** What a slice keeps in a table of its own is decided by its own calls; the database mirrors it here. */
  delegate(kind: ProposalKind, decide: Decide): void {
    this.#elsewhere.set(kind, decide);
  }

  /** Approves or refuses; `result` is the thing as it is now. */
  async decide(
    { id, verdict, remark }: Decision,
    by: OperatorContext,
  ): Promise<OperatorResult<ProposalItem & { result: unknown }>> {
    const found = await findProposal(this.#deps.db, id, by.operator);
    if (!found) return refuseOperator('not_found');
    if (!isAtLeast(by.operator.role, found.role)) return refuseOperator('forbidden');
    if (found.status !== RECORD_STATUS.pending) return refuseOperator('already_decided');
    // What is kept here alone is refused here alone: a deposit whose approval is refused still waits to be decided.
    const elsewhere = verdict === 'approve' || found.data === null ? this.#elsewhere.get(found.kind) : undefined;
    const done = elsewhere
      ? await elsewhere({ id: found.ref, verdict, remark, data: found.data }, by)
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
    return this.#surely(change, async () => {
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

  /** Keeps what a slice decides by itself, for another operator to give the second approval. */
  async keep(made: NewProposal, by: OperatorContext): Promise<OperatorResult<Proposed>> {
    const unfit = await notEstablished(this.#deps.db, by.operator.operatorId, this.#deps.clock.nowMs());
    return (
      unfit ??
      this.#surely(
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

  /** What a change would do, by doing it in a transaction that is undone. */
  async #rehearse<Data, Out>(change: Change<Data, Out>, data: Data, by: OperatorContext): Promise<Applied<unknown>> {
    try {
      return await this.#deps.db.transaction(async (tx): Promise<never> => {
        throw new Rehearsed(agreed(await change.apply(tx, data, by)));
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
    return this.#surely(change ?? {}, async () => {
      const applied = await this.#deps.db.transaction((tx) => this.#decideWithin(tx, decision, change, by));
      if (!applied || !change) return { ok: true, value: null };
      await this.#heard(change, applied);
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
    if (!row) throw new Undone({ reason: 'not_found' });
    if (row.status !== RECORD_STATUS.pending) throw new Undone({ reason: 'already_decided' });
    const isApproved = verdict === 'approve';
    if (isApproved && row.proposed_by === operatorId) throw new Undone({ reason: 'same_operator' });
    if (isApproved && !row.may_second) throw new Undone({ reason: 'not_established' });
    if (isApproved && !change) throw new Error(`nobody does what proposal ${id} is about`);
    const applied =
      isApproved && change ? agreed(await change.apply(tx, row.data as never, by, row.proposed_by)) : undefined;
    // What is approved is what was shown: neither what was there before nor what comes of it may be another by now.
    const isOther =
      applied && (!same(row.before, applied.before) || (row.what !== 'create' && !same(row.after, applied.after)));
    if (isOther) throw new Undone({ reason: 'changed_meanwhile' });
    const nowMs = this.#deps.clock.nowMs();
    // The clock may have been set back since.
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
        after: { status: isApproved ? 2 : 3 },
      },
      nowMs,
    );
    return applied;
  }

  async #surely<T>(
    change: Pick<AnyChange, 'refusalOf'>,
    work: () => Promise<OperatorResult<T>>,
  ): Promise<OperatorResult<T>> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Undone) return { ok: false, refusal: error.refusal };
      const refusal = change.refusalOf?.(error);
      if (refusal) return { ok: false, refusal };
      throw error;
    }
  }

  /** It is committed by now: whatever fails here is found out by the next reading. */
  async #heard<Out>(change: Pick<Change<never, Out>, 'committed' | 'kind'>, applied: Applied<Out>): Promise<void> {
    try {
      await change.committed?.(applied);
    } catch (error) {
      this.#deps.log.error({ err: error, resource: change.kind }, 'a change was made, and is not heard of here yet');
    }
  }
}
