import { DueWork } from '../../platform/due-work.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { stakingAudits } from './audit.ts';
import type { StakingDeps } from './deps.ts';
import { openEndings } from './end-stake.ts';
import { stakingOperatorRoutes } from './operator-routes.ts';
import { stakingRoutes } from './routes.ts';
import { readNextDueMs } from './store.ts';

export interface Staking extends SliceWith<'routes' | 'operatorRoutes' | 'workers'> {
  /** Ends stakes. Start it; stop it before its dependencies close. */
  readonly ends: DueWork;
}

/** Makes the staking slice. */
export function createStaking(deps: StakingDeps): Staking {
  const { db, clock, log } = deps;
  const endings = openEndings(deps);
  const ends = new DueWork({
    name: 'staking',
    clock,
    log,
    nextDueMs: () => readNextDueMs(db),
    doDue: (nowMs) => endings.endDue(nowMs),
  });
  return {
    routes: stakingRoutes(deps, endings),
    operatorRoutes: stakingOperatorRoutes(deps),
    workers: [ends],
    audits: stakingAudits,
    ends,
  };
}
