import { DueWork } from '../../platform/due-work.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { miningAudits } from './audit.ts';
import type { MiningDeps } from './deps.ts';
import { endsDue } from './end-orders.ts';
import { paysDays } from './pay-days.ts';
import { readNextPaymentMs } from './payment-store.ts';
import { miningOperatorRoutes } from './operator-routes.ts';
import { miningRoutes } from './routes.ts';
import { readNextEndMs } from './store.ts';

export interface Mining extends SliceWith<'routes' | 'operatorRoutes' | 'workers'> {
  /** Pays days and ends orders. Start it; stop it before its dependencies close. */
  readonly accruals: DueWork;
}

/** Makes the lock-mining slice. */
export function createMining(deps: MiningDeps): Mining {
  const { db, clock, log } = deps;
  const pay = paysDays(deps);
  const end = endsDue(deps);
  const accruals = new DueWork({
    name: 'lock mining',
    clock,
    log,
    async nextDueMs() {
      const next = (await Promise.all([readNextPaymentMs(db), readNextEndMs(db)])).filter((each) => each !== null);
      return next.length === 0 ? null : Math.min(...next);
    },
    // All days before any end: a principal is released when its days are paid.
    doDue: async (nowMs) => (await payDue(nowMs)) || (await end(nowMs)),
  });
  async function payDue(nowMs: number): Promise<number> {
    const nextMs = await readNextPaymentMs(db);
    return nextMs !== null && nextMs <= nowMs ? pay() : 0;
  }
  return {
    routes: miningRoutes(deps),
    operatorRoutes: miningOperatorRoutes(deps),
    workers: [accruals],
    audits: miningAudits,
    accruals,
  };
}
