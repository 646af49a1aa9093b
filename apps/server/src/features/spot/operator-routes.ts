import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listSpotOrders, readSpotOrder } from '@plimsoll/contract/operator/spot';
import type { Query } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { browseOrders, ordersForOperator } from './browse-orders.ts';

/** Console calls that show spot orders; none changes one. */
export const spotOperatorRoutes = ({ db }: { readonly db: Query }): readonly OperatorRoute[] => [
  operatorRoute(listSpotOrders, async (input, { lang }) => ok(await browseOrders(db, input, lang))),
  operatorRoute(readSpotOrder, async ({ id }, { lang }) => {
    const [order] = await ordersForOperator(db, [id], lang);
    return order ? ok(order) : refuseOperator('not_found');
  }),
];
