/** Sending to another member (PRODUCT 18; RULES 5, docs/TRANSFERS.md). */
import { DueWork } from '../../platform/due-work.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Leavings } from '../gate/index.ts';
import type { TransferDeps } from './deps.ts';
import { openEndings } from './end-transfer.ts';
import { transferRoutes } from './routes.ts';
import { readNextDueMs } from './store.ts';
import { readLeaving } from './place-transfer.ts';

export { transferAudits } from './audit.ts';
export { transferOperatorRoutes } from './operator-routes.ts';

export interface Transfers {
  readonly routes: readonly Route[];
  /** What would leave by a transfer, for what is signed before it. */
  readonly leaving: Leavings['balanceTransfer'];
  /** Lets what is on its way arrive: start it, and stop it before what it works with is closed. */
  readonly arrivals: DueWork;
}

/** Opens the transfers slice. */
export function createTransfers(deps: TransferDeps): Transfers {
  const { db, clock, log } = deps;
  const endings = openEndings(deps);
  return {
    routes: transferRoutes(deps, endings),
    leaving: (memberId, asked) => readLeaving(deps, memberId, asked),
    arrivals: new DueWork({
      name: 'member transfers',
      clock,
      log,
      nextDueMs: () => readNextDueMs(db),
      doDue: (nowMs) => endings.arriveDue(nowMs),
    }),
  };
}
