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
  /** What a transfer would send where, for a passkey to sign. */
  readonly leaving: Leavings['balanceTransfer'];
  /** Completes transfers that arrive. Start it; stop it before its dependencies close. */
  readonly arrivals: DueWork;
}

/** Makes the transfers slice. */
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
