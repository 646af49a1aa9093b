import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listStakes, readStake } from '@plimsoll/contract/operator/staking';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { browseStakes, stakesForOperator } from './browse-stakes.ts';

/** Console calls of staking. */
export const stakingOperatorRoutes = ({
  db,
  clock,
}: {
  readonly db: Query;
  readonly clock: Clock;
}): readonly OperatorRoute[] => [
  operatorRoute(listStakes, async (input) => ok(await browseStakes(db, input, clock.nowMs()))),
  operatorRoute(readStake, async ({ id }) => {
    const [stake] = await stakesForOperator(db, [id], clock.nowMs());
    return stake ? ok(stake) : refuseOperator('not_found');
  }),
];
