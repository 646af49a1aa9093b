/** Operators: how they come in, what they may do, and the log of what they did (wire, "Operator API"). */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { OperatorIdentity, OperatorRoute } from '../../platform/http/index.ts';
import { OperatorSessions } from './sessions.ts';

export { logDeed, type LoggedDeed } from './audit-log.ts';

export interface Operators {
  readonly routes: readonly OperatorRoute[];
  /** Who is logged in with a token as it came in the header. */
  readonly identify: (token: string | undefined) => Promise<OperatorIdentity | undefined>;
}

/** Opens the operators' slice. */
export function createOperators({ db, clock }: { readonly db: Db; readonly clock: Clock }): Operators {
  const sessions = new OperatorSessions(db, clock);
  return { routes: [], identify: (token) => sessions.find(token) };
}
