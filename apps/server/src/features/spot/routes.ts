import { ok, refuse, type Result } from '@plimsoll/contract';
import { format, ZERO } from '@plimsoll/money';
import {
  book,
  getMarketBalance,
  planCancel,
  planOrder,
  tradecancelOrder,
  tradegetFillList,
  tradegetOrderList,
  trademoveOrder,
  upbbbuy,
} from '@plimsoll/contract/spot';
import type { MarketData } from '../../market/index.ts';
import type { Db } from '../../platform/db.ts';
import {
  commandRoute,
  memberRoute,
  publicRoute,
  type MemberContext,
  type Plans,
  type Route,
} from '../../platform/http/index.ts';
import { keptBook } from './kept-book.ts';
import { listFills } from './list-fills.ts';
import { listOrders } from './list-orders.ts';
import { marketBalance } from './market-balance.ts';
import type { Order } from './order.ts';
import type { Placing } from './place-order.ts';
import type { SpotService } from './spot-service.ts';
import { findOrder } from './store.ts';

/** The calls of spot trading (docs/wire/spot.md). */
export const spotRoutes = ({
  db,
  market,
  service,
  plans,
}: {
  db: Db;
  market: MarketData;
  service: SpotService;
  plans: Plans;
}): readonly Route[] => [
  memberRoute(getMarketBalance, async ({ m_id }, { memberId }) => {
    const found = market.byId(m_id);
    return found ? ok(await marketBalance(db, service.limits, memberId, found)) : refuse('not_found');
  }),
  commandRoute(upbbbuy, async ({ plan, ...input }, by) => {
    if (by.key && !by.key.isOn(input.m_id)) return refuse('key_not_allowed');
    // At the same fee as it was planned.
    const fields = { ...input, fee: service.feeRateOn(input.m_id) };
    const checked = plans.check(plan, { call: 'upbbbuy', fields }, by);
    if (!checked.ok) return checked;
    return service.place(by.memberId, input, by.claim, programOf(by));
  }),
  memberRoute(planOrder, async (input, by) => {
    if (by.key && !by.key.isOn(input.m_id)) return refuse('key_not_allowed');
    const preview = await service.preview(by.memberId, input, programOf(by));
    if (!preview.ok) return preview;
    const { refusals, feeRate, figures } = preview.value;
    return ok({ ...plans.answer('upbbbuy', { ...input, fee: feeRate }, { by, refusals }), ...figures });
  }),
  memberRoute(planCancel, async (input, by) => {
    const order = await cancellable(db, service, input.bb_id, by);
    if (!order.ok)
      return ok({
        ...plans.answer('tradecancelOrder', input, { by, refusals: [order.refusal] }),
        released: format(ZERO),
        coin: '',
      });
    const { side, held, market: pair } = order.value;
    const coin = side === 'buy' ? pair.quote.title : pair.base.title;
    return ok({ ...plans.answer('tradecancelOrder', input, { by, refusals: [] }), released: format(held), coin });
  }),
  memberRoute(tradegetOrderList, async (input, { memberId, lang, key }) =>
    ok({ list: await listOrders(db, memberId, lang, { ...input, within: key?.markets ?? [] }) }),
  ),
  memberRoute(tradegetFillList, async (input, { memberId, key }) =>
    key && !key.isOn(input.m_id) ? refuse('key_not_allowed') : ok({ list: await listFills(db, memberId, input) }),
  ),
  publicRoute(book, async ({ hash }) => {
    const found = await keptBook(db, hash);
    return found ? ok(found) : refuse('not_found');
  }),
  commandRoute(tradecancelOrder, async ({ plan, ...input }, by) => {
    const checked = plans.check(plan, { call: 'tradecancelOrder', fields: input }, by);
    if (!checked.ok) return checked;
    if (!(await isOnMarketOf(db, input.bb_id, by))) return refuse('key_not_allowed');
    return service.cancel(by.memberId, input.bb_id, by.claim);
  }),
  memberRoute(trademoveOrder, (input, { memberId, claim }) => service.move(memberId, input, claim)),
];

/** The program of a call, and the number by which it knows the order. */
const programOf = ({ key, claim }: MemberContext): Placing['key'] =>
  key && { id: key.id, clientId: claim?.key ?? null, isCapped: key.isCapped };

/** False of a member's order in a market that their program's key may not use. */
async function isOnMarketOf(db: Db, orderId: string, { memberId, key }: MemberContext): Promise<boolean> {
  if (!key || key.markets.length === 0) return true;
  const found = await findOrder(db, memberId, orderId);
  return !found || key.isOn(found.marketId);
}

/** The order that a member, or a program of theirs, would cancel. */
const cancellable = async (db: Db, service: SpotService, orderId: string, by: MemberContext): Promise<Result<Order>> =>
  (await isOnMarketOf(db, orderId, by)) ? service.previewCancel(by.memberId, orderId) : refuse('key_not_allowed');
