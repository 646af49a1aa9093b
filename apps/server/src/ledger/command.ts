import type { Result } from '@plimsoll/contract';
import type { Query, Statement, Tx } from '../platform/db.ts';
import type { Journal } from './journal.ts';

/**
 * A statement that finds what one transaction wrote and nothing else could have written: it has rows once that
 * transaction is committed, and none before.
 */
export interface Trace {
  readonly statement: Statement<object>;
  readonly values: readonly unknown[];
}

/** What one input of a command comes to: journals to post, and what it needs to write its own rows. */
export interface Plan<Planned> {
  /** Posted all or none. An account that cannot pay for one refuses the input. */
  readonly journals: readonly Journal[];
  /** Handed to {@link CommandDefinition.record} when the journals are being posted. */
  readonly planned: Planned;
  /**
   * For a plan that writes rows and posts no journal. A commit in doubt is looked up by the first journal of its
   * batch; a batch without any is looked up by this, and is run again where there is neither.
   */
  readonly trace?: Trace;
}

/** Rows that are on their way to the database, and the answers, which are known before the rows are written. */
export interface Recorded<Out> {
  /** One for each planned input, in order. */
  readonly outcomes: readonly Out[];
  /** Rejects when a row could not be written; the whole batch is rolled back then. */
  readonly sent: Promise<unknown>;
  /** The commit is sent only once the rows are written, instead of right behind them. */
  readonly commitsAfter?: boolean;
}

/**
 * One kind of business that moves money, for many inputs at once: plan all, post all, record all, in one transaction.
 * A slice passes this to `defineCommand`; docs/LEDGER.md has the optional parts in one table.
 */
export interface CommandDefinition<In, Planned, Out> {
  /** `slice.verb`, for errors. */
  readonly name: string;
  /**
   * Decides each input, in order: a refusal, or a {@link Plan}. It may read and lock the slice's rows, with one
   * statement of a kind for all inputs. It runs again when the transaction does, so it changes nothing in memory; and
   * it may run before the batch in front has answered, so it reads what it needs to know of that through `tx`.
   */
  plan(tx: Tx, inputs: readonly In[]): Promise<readonly Result<Plan<Planned>>[]>;
  /**
   * Writes the rows of inputs whose journals are being posted. Its statements fail with the posting. Every statement
   * is sent before anything is awaited, since the commit goes out right behind them, unless it `commitsAfter`.
   */
  record(tx: Tx, planned: readonly Planned[]): Recorded<Out>;
  /**
   * Shares its batch with no other command, begins when all before it are answered, and is answered before another
   * begins: it must see all that was committed before, and be seen by all after.
   */
  readonly exclusive?: boolean;
  /**
   * Of an {@link exclusive} command that mostly finds nothing to do: looks, in its turn and before a transaction is
   * begun. Answers all inputs when there is nothing to do for any of them, otherwise undefined, and all are planned.
   */
  shortCircuit?(query: Query, inputs: readonly In[]): Promise<readonly Out[] | undefined>;
}
