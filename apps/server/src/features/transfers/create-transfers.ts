import { DueWork } from '../../platform/due-work.ts';
import type { SliceWith } from '../../platform/slice.ts';
import type { Leavings } from '../gate/index.ts';
import { transferAudits } from './audit.ts';
import type { TransferDeps } from './deps.ts';
import { openEndings } from './end-transfer.ts';
import { transferOperatorRoutes } from './operator-routes.ts';
import { transferRoutes } from './routes.ts';
import { readNextDueMs } from './store.ts';
import { readLeaving } from './place-transfer.ts';

export interface Transfers extends SliceWith<'routes' | 'operatorRoutes' | 'workers'> {
  /** What would leave by a transfer, for what is signed before it. */
  readonly leaving: Leavings['balanceTransfer'];
  /** Lets what is on its way arrive: start it, and stop it before what it works with is closed. */
  readonly arrivals: DueWork;
}

/** Opens the transfers slice. */
export function createTransfers(deps: TransferDeps): Transfers {
  const { db, clock, log } = deps;
  const endings = openEndings(deps);
  const leaving: Transfers['leaving'] = (memberId, asked) => readLeaving(deps, memberId, asked);
  const arrivals = new DueWork({
    name: 'member transfers',
    clock,
    log,
    nextDueMs: () => readNextDueMs(db),
    doDue: (nowMs) => endings.arriveDue(nowMs),
  });
  return {
    routes: transferRoutes(deps, endings),
    operatorRoutes: transferOperatorRoutes(deps),
    workers: [arrivals],
    audits: transferAudits,
    leaving,
    arrivals,
  };
}
