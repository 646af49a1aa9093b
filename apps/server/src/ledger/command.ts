import type { Result } from '@plimsoll/contract';
import type { Query, Statement, Tx } from '../platform/db.ts';
import type { Journal } from './journal.ts';

/** What finds the rows that a command wrote, by what nothing else writes; nothing while they are not committed. */
export interface Trace {
  readonly statement: Statement<object>;
  readonly values: readonly unknown[];
}

/** What a command would do: journals to post, and what it needs to write its own rows afterwards. */
export interface Plan<Planned> {
  readonly journals: readonly Journal[];
  readonly planned: Planned;
  /** Where nothing is posted and rows are written: without it, a command whose commit is in doubt is done again. */
  readonly trace?: Trace;
}

/** Rows that were sent to be written, and the answers, known already: nothing is left to wait for but the commit. */
export interface Written<Out> {
  /** One each, in order. */
  readonly outcomes: readonly Out[];
  /** Rejects when a row could not be written. */
  readonly sent: Promise<unknown>;
}

/**
 * A kind of business that moves money, done for many at once: plan all, post all, record all, in one transaction. A
 * plan may read and lock its slice's rows; it may be made again when the transaction is tried again, so it changes
 * nothing in memory. The batch before may not be answered yet when a plan is made: what it needs to know of it, it
 * reads through `tx`.
 */
export interface LedgerCommand<In, Planned, Out> {
  readonly name: string;
  /** A result for each input, in order; the planned ones are then posted. */
  plan(tx: Tx, inputs: readonly In[]): Promise<readonly Result<Plan<Planned>>[]>;
  /**
   * Writes the rows of what is being posted; answers each, in order. Its statements go out behind the posting and fail
   * with it. One that needs no answer from the database to give its own says so with {@link Written}: then the commit
   * goes out with them.
   */
  record(tx: Tx, done: readonly Planned[]): Promise<readonly Out[]> | Written<Out>;
  /**
   * Runs in a transaction with no other kind of command: it must see all that was committed before, and be seen by all
   * after.
   */
  readonly alone?: boolean;
  /**
   * Of a command that is {@link alone} and mostly finds nothing to do: looks whether it is so, in its turn, before a
   * transaction is begun. Gives the answers when there is nothing to do for any input; otherwise nothing, and all of
   * them are planned.
   */
  lookFirst?(query: Query, inputs: readonly In[]): Promise<readonly Out[] | undefined>;
}
