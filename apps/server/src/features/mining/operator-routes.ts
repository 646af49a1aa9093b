import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listMiningOrders, readMiningOrder } from '@plimsoll/contract/operator/mining';
import type { Query } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { browseOrders, ordersForOperator } from './browse-orders.ts';

/** Console calls of lock mining. */
export const miningOperatorRoutes = ({ db }: { readonly db: Query }): readonly OperatorRoute[] => [
  operatorRoute(listMiningOrders, async (input) => ok(await browseOrders(db, input))),
  operatorRoute(readMiningOrder, async ({ id }) => {
    const [order] = await ordersForOperator(db, [id]);
    return order ? ok(order) : refuseOperator('not_found');
  }),
];
