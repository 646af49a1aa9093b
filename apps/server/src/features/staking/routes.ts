import { ok } from '@plimsoll/contract';
import { getStakingOrderList, getStakingProjects, redeemStaking, submitStaking } from '@plimsoll/contract/staking';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { StakingDeps } from './deps.ts';
import type { Endings } from './end-stake.ts';
import { listProjects, listStakes } from './list-stakes.ts';
import { placesStakes } from './place-stake.ts';

/** Staking (docs/wire/staking.md). The switch stops new stakes; existing ones end, and can be redeemed. */
export function stakingRoutes(deps: StakingDeps, endings: Endings): readonly Route[] {
  const { db, clock } = deps;
  const place = placesStakes(deps);
  return [
    memberRoute(getStakingProjects, async () => ok(await listProjects(db))),
    memberRoute(submitStaking, (input, { memberId, claim }) => place(memberId, input, claim), {
      enabled: ({ staking_switch }) => staking_switch === 1,
    }),
    memberRoute(redeemStaking, ({ id }, { memberId, claim }) => endings.redeem(memberId, id, claim)),
    memberRoute(getStakingOrderList, async (input, { memberId }) =>
      ok({ list: await listStakes(db, memberId, input, clock.nowMs()) }),
    ),
  ];
}
