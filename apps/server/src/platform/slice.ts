import type { BytesRoute, OperatorRoute, RawRoute, Route } from './http/index.ts';
import type { Distribution } from './metrics/distribution.ts';

/** Work that runs beside requests from the server's start to its end. */
export interface Worker {
  /** What it does, for who reads the list of them: `loans`, `mail outbox`. */
  readonly name: string;
  /** Throws, or rejects, with a sentence when it cannot begin; the server does not start then. */
  start(): Promise<void> | void;
  /** Begins nothing more and waits for what is under way. Called once, and only after {@link start}. */
  stop(): Promise<void> | void;
}

/** A check that a slice adds to `npm run audit`: its own rows against the ledger's. */
export interface SliceAudit {
  readonly name: string;
  readonly key: string;
  /** Rows that are wrong, as `row`. */
  readonly wrong: string;
  /** One line of figures, as `row`. */
  readonly figures: string;
}

/**
 * What a slice gives the server: `createX(deps)` answers one, with what other slices use of it beside. A field that
 * would be empty is absent.
 */
export interface Slice {
  /** Calls of members and visitors. */
  readonly routes?: readonly Route[];
  /** Paths outside the contract's envelope. */
  readonly rawRoutes?: readonly RawRoute[];
  /** Paths that answer bytes. */
  readonly bytesRoutes?: readonly BytesRoute[];
  /** Calls of the console. */
  readonly operatorRoutes?: readonly OperatorRoute[];
  /** Started in the server's order of slices, stopped in the reverse. */
  readonly workers?: readonly Worker[];
  /** What `npm run audit` checks of it. */
  readonly audits?: readonly SliceAudit[];
  /** What `/metrics` shows of it. */
  readonly metrics?: readonly Distribution[];
}

/** A slice that is known to give these. */
export type SliceWith<Field extends keyof Slice> = Slice & Required<Pick<Slice, Field>>;
