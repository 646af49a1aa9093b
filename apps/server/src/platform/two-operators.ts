import type {
  OperatorCall,
  OperatorRefusal,
  OperatorResult,
  Proposed,
  ProposalKind,
} from '@plimsoll/contract/operator';
import type { Tx } from './db.ts';
import type { OperatorContext } from './http/index.ts';

/** Fields of a thing as the wire writes them; no secrets. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a change did, within its transaction. */
export interface Applied<Out> {
  /** The thing as it is now, for the answer. */
  readonly value: Out;
  readonly ref: string;
  /** How operators know the thing, where it has a name. */
  readonly name?: string;
  /** What of it is otherwise, before and after; null before of a new one. */
  readonly before: Fields | null;
  readonly after: Fields;
  /** For `committed` alone, and nobody's to see: a link to be mailed. */
  readonly aside?: unknown;
}

/** A change that needs two operators (RULES 8): how it is done, once, whoever asked for it. */
export interface Change<Data, Out> {
  readonly kind: ProposalKind;
  readonly what: 'create' | 'change' | 'reset';
  readonly role: 'treasurer' | 'owner';
  /**
   * Does it and logs it. It is rehearsed when it is proposed, and undone; a refusal undoes it as well. `data` is JSON.
   * @param proposedBy who proposed it, when another approves it.
   */
  apply(tx: Tx, data: Data, by: OperatorContext, proposedBy?: string): Promise<OperatorResult<Applied<Out>>>;
  /** Why, in the words of who proposes it. */
  remarkOf?(data: Data): string;
  /** The refusal behind an error of the database, where one is. */
  refusalOf?(error: unknown): OperatorRefusal | undefined;
  /** The thing as it is answered, once all is up to date. */
  shown?(value: Out): Out;
  /** After it was committed: brings this process's memory up to date. */
  committed?(applied: Applied<Out>): Promise<void>;
}

/** Both ways to have a change done. */
export interface TwoOperators<Data, Out> {
  /** Keeps it for another operator to approve; nothing is changed. */
  readonly propose: (data: Data, by: OperatorContext) => Promise<OperatorResult<Proposed>>;
  /** Does it now: for what one operator may do alone. */
  readonly run: (data: Data, by: OperatorContext) => Promise<OperatorResult<Out>>;
}

/** Where changes are put behind two operators: the slice `proposals`. */
export interface DefinesChanges {
  /** Puts a change behind two operators; gives both ways to have it done. */
  define<Data, Out>(change: Change<Data, Out>): TwoOperators<Data, Out>;
}

/** How another slice decides what it keeps itself; `approve` and `reject` are those of its own calls. */
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
 * True when a call, given this, needs two operators: always, or since a field is given that one alone may not set.
 * `sometimes` is its slice's to tell.
 */
export const needsTwo = (two: OperatorCall['two'], given: object): boolean =>
  two === 'always' ||
  (two !== 'sometimes' && Object.entries(given).some(([name, value]) => value !== undefined && two.includes(name)));
