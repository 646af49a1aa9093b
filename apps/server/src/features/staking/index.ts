/** Staking (PRODUCT 24; RULES 6, docs/STAKING.md). */
import { DueWork } from '../../platform/due-work.ts';
import type { Route } from '../../platform/http/index.ts';
import type { StakingDeps } from './deps.ts';
import { openEndings } from './end-stake.ts';
import { stakingRoutes } from './routes.ts';
import { readNextDueMs } from './store.ts';

export { stakingAudits } from './audit.ts';
export { stakingOperatorRoutes } from './operator-routes.ts';

export interface Staking {
  readonly routes: readonly Route[];
  /** Lets stakes end: start it, and stop it before what it works with is closed. */
  readonly ends: DueWork;
}

/** Opens the staking slice. */
export function createStaking(deps: StakingDeps): Staking {
  const { db, clock, log } = deps;
  const endings = openEndings(deps);
  return {
    routes: stakingRoutes(deps, endings),
    ends: new DueWork({
      name: 'staking',
      clock,
      log,
      nextDueMs: () => readNextDueMs(db),
      doDue: (nowMs) => endings.endDue(nowMs),
    }),
  };
}
