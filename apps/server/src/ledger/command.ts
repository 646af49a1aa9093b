import type { Result } from '@plimsoll/contract';
import type { Query, Statement, Tx } from '../platform/db.ts';
import type { Journal } from './journal.ts';
import type { LockRank, SharedNames } from './locks.ts';

/** A statement that finds what one transaction wrote and no other could have. */
export interface Trace {
  readonly statement: Statement<object>;
  readonly values: readonly unknown[];
}

/** The outcome of planning one input. */
export interface Plan<Planned> {
  /** Posted all or none; an account that cannot pay refuses the input. */
  readonly journals: readonly Journal[];
  /** Handed to {@link CommandDefinition.record}. */
  readonly planned: Planned;
  /**
   * For a plan that writes rows without a journal: an uncertain commit is looked up by it. A batch with neither is run
   * again.
   */
  readonly trace?: Trace;
}

/** Rows being sent, and their answers. */
export interface Recorded<Out> {
  /** One for each planned input, in order. */
  readonly outcomes: readonly Out[];
  /** Rejects when a row could not be written; the batch is then rolled back. */
  readonly sent: Promise<unknown>;
  /** Delays the commit until the rows are written. */
  readonly commitsAfter?: boolean;
}

/**
 * A business operation that moves money, for many inputs at once: plan, post, record, in one transaction. Made with
 * `defineCommand`; docs/LEDGER.md lists the optional parts.
 */
export interface CommandDefinition<In, Planned, Out> {
  /** `slice.verb`, for errors. */
  readonly name: string;
  /**
   * What its plan locks, of one that counts nothing for others: planned behind those without, by rank and name. Others
   * are planned in the order of submission, as the first of two has what is left of a limit.
   */
  readonly rank?: LockRank;
  /** What its plan locks that plans of other commands lock too, or lock around it: locked before any of a batch. */
  shares?(inputs: readonly In[]): readonly SharedNames[];
  /**
   * Decides each input, in order: a refusal or a {@link Plan}. May read and lock the slice's rows, one statement for
   * all inputs. It may run again, so it changes nothing in memory, and before the previous batch is answered, so it
   * reads through `tx`.
   */
  plan(tx: Tx, inputs: readonly In[]): Promise<readonly Result<Plan<Planned>>[]>;
  /**
   * Writes rows while their journals are posted. All statements are sent before any is awaited, since the commit
   * follows at once, unless it `commitsAfter`.
   */
  record(tx: Tx, planned: readonly Planned[]): Recorded<Out>;
  /**
   * Its rows are written before its journals are posted: they do not keep others from posting, and a command of another
   * connection can prepare meanwhile. For one that is never short of funds.
   */
  readonly recordsFirst?: boolean;
  /**
   * Plans of its batch count the ones before, such as what they take of a book or a limit: when one of several cannot be
   * paid, the batch is planned again without it.
   */
  readonly plansTogether?: boolean;
  /** Begins after all earlier answers and is answered before another batch begins: it sees everything before it. */
  readonly exclusive?: boolean;
  /**
   * For an {@link exclusive} command that mostly has nothing to do: checked before a transaction. Answers all inputs,
   * or undefined to plan them all.
   */
  shortCircuit?(query: Query, inputs: readonly In[]): Promise<readonly Out[] | undefined>;
}
