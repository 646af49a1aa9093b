import type {
  OperatorCall,
  OperatorRefusal,
  OperatorResult,
  Proposed,
  ProposalKind,
} from '@plimsoll/contract/operator';
import type { Tx } from './db.ts';
import type { OperatorContext } from './http/index.ts';

/** Fields as on the wire; no secrets. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Applied<Out> {
  readonly value: Out;
  readonly ref: string;
  /** Its name for operators, where it has one. */
  readonly name?: string;
  /** Null of a new thing. */
  readonly before: Fields | null;
  readonly after: Fields;
  /** For `committed` alone, never shown: a link to be mailed. */
  readonly aside?: unknown;
}

/** A change that needs two operators (RULES 8). */
export interface Change<Data, Out> {
  readonly kind: ProposalKind;
  readonly what: 'create' | 'change' | 'reset';
  readonly role: 'treasurer' | 'owner';
  /**
   * Called at the proposal too, and rolled back, as after a refusal. `data` is JSON.
   * @param proposedBy the proposer, when another approves it.
   */
  apply(tx: Tx, data: Data, by: OperatorContext, proposedBy?: string): Promise<OperatorResult<Applied<Out>>>;
  /** Why, in the words of who proposes it. */
  remarkOf?(data: Data): string;
  refusalOf?(error: unknown): OperatorRefusal | undefined;
  shown?(value: Out): Out;
  /** Refreshes this process's memory. */
  committed?(applied: Applied<Out>): Promise<void>;
}

export interface TwoOperators<Data, Out> {
  /** Nothing changes yet. */
  readonly propose: (data: Data, by: OperatorContext) => Promise<OperatorResult<Proposed>>;
  /** Where one operator may. */
  readonly run: (data: Data, by: OperatorContext) => Promise<OperatorResult<Out>>;
}

/** Where such changes are defined: the slice `proposals`. */
export interface DefinesChanges {
  /** Returns both ways to have it done. */
  define<Data, Out>(change: Change<Data, Out>): TwoOperators<Data, Out>;
}

/** How another slice decides its own records. */
export type Decide = (
  decision: {
    readonly id: string;
    readonly verdict: 'approve' | 'reject';
    readonly remark: string;
    readonly data: unknown;
  },
  by: OperatorContext,
) => Promise<OperatorResult<unknown>>;

/**
 * True when a call with these fields needs two operators: always, or because of one of the fields. `sometimes` is
 * decided by its slice.
 */
export const needsTwo = (two: OperatorCall['two'], given: object): boolean =>
  two === 'always' ||
  (two !== 'sometimes' && Object.entries(given).some(([name, value]) => value !== undefined && two.includes(name)));
