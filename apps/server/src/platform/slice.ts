import type { BytesRoute, OperatorRoute, PageRoute, ProgramRoute, RawRoute, Route } from './http/index.ts';
import type { Distribution } from './metrics/distribution.ts';
import type { NewsSource } from './news/index.ts';

/** Runs beside requests from the server's start to its end. */
export interface Worker {
  /** `loans`, `mail outbox`. */
  readonly name: string;
  /** Throws Error when it cannot begin; the server then does not start. */
  start(): Promise<void> | void;
  /** Begins nothing more and waits for what is under way. Called once, after {@link start}. */
  stop(): Promise<void> | void;
}

/** A check of a slice's rows against the ledger's, for `npm run audit`. */
export interface SliceAudit {
  readonly name: string;
  readonly key: string;
  /** Rows that are wrong, as `row`. */
  readonly wrong: string;
  /** One line of figures, as `row`. */
  readonly figures: string;
  /**
   * What is read instead where a seal covers what came before: `{batch}`, `{journal}`, `{operators}`, `{log}` and `{epoch}` are the
   * numbers that it covers up to, `{ends}` all that `audit_ends` says, as jsonb. Absent: the same. Null: nothing, since
   * all that is looked at lies below seals.
   */
  readonly after?: { readonly wrong: string; readonly figures?: string } | null;
}

/** What `createX(deps)` answers, besides what other slices use. Empty fields are absent. */
export interface Slice {
  readonly routes?: readonly Route[];
  readonly rawRoutes?: readonly RawRoute[];
  readonly programRoutes?: readonly ProgramRoute[];
  readonly bytesRoutes?: readonly BytesRoute[];
  readonly pageRoutes?: readonly PageRoute[];
  readonly operatorRoutes?: readonly OperatorRoute[];
  /** Public paths below the console's, for the networks that it answers. */
  readonly consoleRawRoutes?: readonly RawRoute[];
  /** Started in the order of slices, stopped in reverse. */
  readonly workers?: readonly Worker[];
  readonly audits?: readonly SliceAudit[];
  readonly metrics?: readonly Distribution[];
  /** Reported to members' sockets, in the order of slices. */
  readonly news?: readonly NewsSource[];
}

export type SliceWith<Field extends keyof Slice> = Slice & Required<Pick<Slice, Field>>;
