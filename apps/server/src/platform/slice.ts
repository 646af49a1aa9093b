import type { BytesRoute, OperatorRoute, RawRoute, Route } from './http/index.ts';
import type { Distribution } from './metrics/distribution.ts';

/** Work that runs beside requests from the server's start to its end. */
export interface Worker {
  /** Its name in the list of workers: `loans`, `mail outbox`. */
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
}

/** What `createX(deps)` of a slice answers, besides what other slices use. Empty fields are absent. */
export interface Slice {
  /** Calls of members and visitors. */
  readonly routes?: readonly Route[];
  /** Paths outside the contract's envelope. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Paths that answer bytes. */
  readonly bytesRoutes?: readonly BytesRoute[];
  /** Calls of the console. */
  readonly operatorRoutes?: readonly OperatorRoute[];
  /** Started in the order of slices, stopped in reverse. */
  readonly workers?: readonly Worker[];
  /** What `npm run audit` checks of it. */
  readonly audits?: readonly SliceAudit[];
  /** What `/metrics` shows of it. */
  readonly metrics?: readonly Distribution[];
}

/** A slice that is known to give these. */
export type SliceWith<Field extends keyof Slice> = Slice & Required<Pick<Slice, Field>>;
