import { ok } from '@plimsoll/contract';
import { buyMiningMachine, getMiningMachineList, getMiningMachineOrders } from '@plimsoll/contract/mining';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { MiningDeps } from './deps.ts';
import { listOrders, listProducts } from './list-orders.ts';
import { placesOrders } from './place-order.ts';

/** Lock mining (docs/wire/mining.md). The switch stops new orders; existing ones go on. */
export function miningRoutes(deps: MiningDeps): readonly Route[] {
  const { db } = deps;
  const place = placesOrders(deps);
  return [
    memberRoute(getMiningMachineList, async ({ id }) => ok(await listProducts(db, id))),
    memberRoute(buyMiningMachine, (input, { memberId, claim }) => place(memberId, input, claim), {
      enabled: ({ machine_switch }) => machine_switch === 1,
    }),
    memberRoute(getMiningMachineOrders, async (input, { memberId }) =>
      ok({ list: await listOrders(db, memberId, input) }),
    ),
  ];
}
