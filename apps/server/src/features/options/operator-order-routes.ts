import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listOptionOrders, readOptionOrder } from '@plimsoll/contract/operator/option-orders';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { browseOptions, optionsForOperator } from './browse-options.ts';

/** Console calls that show options; none changes one (RULES 4). */
export const optionOrderOperatorRoutes = ({
  db,
  clock,
}: {
  readonly db: Query;
  readonly clock: Clock;
}): readonly OperatorRoute[] => [
  operatorRoute(listOptionOrders, async (input, { lang }) =>
    ok(await browseOptions(db, input, { lang, nowMs: clock.nowMs() })),
  ),
  operatorRoute(readOptionOrder, async ({ id }, { lang }) => {
    const [option] = await optionsForOperator(db, [id], { lang, nowMs: clock.nowMs() });
    return option ? ok(option) : refuseOperator('not_found');
  }),
];
