import { ok, refuse } from '@plimsoll/contract';
import {
  book,
  getMarketBalance,
  tradecancelOrder,
  tradegetFillList,
  tradegetOrderList,
  trademoveOrder,
  upbbbuy,
} from '@plimsoll/contract/spot';
import type { MarketData } from '../../market/index.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, publicRoute, type Route } from '../../platform/http/index.ts';
import { keptBook } from './kept-book.ts';
import { listFills } from './list-fills.ts';
import { listOrders } from './list-orders.ts';
import { marketBalance } from './market-balance.ts';
import type { SpotService } from './spot-service.ts';

/** The calls of spot trading (docs/wire/spot.md). */
export const spotRoutes = ({
  db,
  market,
  service,
}: {
  db: Db;
  market: MarketData;
  service: SpotService;
}): readonly Route[] => [
  memberRoute(getMarketBalance, async ({ m_id }, { memberId }) => {
    const found = market.byId(m_id);
    return found ? ok(await marketBalance(db, service.limits, memberId, found)) : refuse('not_found');
  }),
  memberRoute(upbbbuy, (input, { memberId, claim }) => service.place(memberId, input, claim)),
  memberRoute(tradegetOrderList, async (input, { memberId, lang }) =>
    ok({ list: await listOrders(db, memberId, lang, input) }),
  ),
  memberRoute(tradegetFillList, async (input, { memberId }) => ok({ list: await listFills(db, memberId, input) })),
  publicRoute(book, async ({ hash }) => {
    const found = await keptBook(db, hash);
    return found ? ok(found) : refuse('not_found');
  }),
  memberRoute(tradecancelOrder, ({ bb_id }, { memberId, claim }) => service.cancel(memberId, bb_id, claim)),
  memberRoute(trademoveOrder, (input, { memberId, claim }) => service.move(memberId, input, claim)),
];
