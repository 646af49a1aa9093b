/** Lock mining (PRODUCT 22; RULES 6, docs/MINING.md). */
import { DueWork } from '../../platform/due-work.ts';
import type { Route } from '../../platform/http/index.ts';
import type { MiningDeps } from './deps.ts';
import { endsDue } from './end-orders.ts';
import { paysDays } from './pay-days.ts';
import { readNextPaymentMs } from './payment-store.ts';
import { miningRoutes } from './routes.ts';
import { readNextEndMs } from './store.ts';

export { miningAudits } from './audit.ts';
export { miningOperatorRoutes } from './operator-routes.ts';

export interface Mining {
  readonly routes: readonly Route[];
  /** Pays days and releases principals: start it, and stop it before what it works with is closed. */
  readonly accruals: DueWork;
}

/** Opens the lock-mining slice. */
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
    // Every day first: a principal is released when all its days are paid.
    doDue: async (nowMs) => (await payDue(nowMs)) || (await end(nowMs)),
  });
  async function payDue(nowMs: number): Promise<number> {
    const nextMs = await readNextPaymentMs(db);
    return nextMs !== null && nextMs <= nowMs ? pay() : 0;
  }
  return { routes: miningRoutes(deps), accruals };
}
