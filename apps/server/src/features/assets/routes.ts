import { ok, type Settings } from '@plimsoll/contract';
import { getUserBalanceList } from '@plimsoll/contract/assets';
import type { MarketData } from '../../market/types.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { listBalances } from './list-balances.ts';

/** What shows a member their balances. */
export const assetsRoutes = ({ db, market, settings }: { db: Db; market: MarketData; settings: () => Settings }): readonly Route[] => [
  memberRoute(getUserBalanceList, async (_input, { memberId }) =>
    ok(await listBalances(db, market, memberId, settings().quantize_switch === 1))),
];
