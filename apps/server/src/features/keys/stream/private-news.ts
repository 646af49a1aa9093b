import { ACCOUNT_TYPE, type AccountType } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { balancesIn } from '../../../ledger/index.ts';
import type { MarketData } from '../../../market/index.ts';
import type { Query } from '../../../platform/db.ts';
import type { NewsSource } from '../../../platform/news/index.ts';
import { fillsOfOrders, ordersById, type FillRow, type OrderRow } from '../htx/order-store.ts';
import type { HeldNow } from './pushed.ts';

/** News of an order: the order as it is, and its fills. */
export interface OrderNews {
  readonly event: 'order';
  readonly order: OrderRow;
  readonly fills: readonly FillRow[];
}
/** News of a balance. */
export interface BalanceNews extends HeldNow {
  readonly event: 'balance';
}

/** Orders as they are reported to programs. */
export const orderNewsOf = (query: Query): NewsSource => ({
  event: 'order',
  async read(things) {
    const ids = things.map(({ ref }) => ref);
    // One after the other: an order's fills are there by then, and later ones are the next news'.
    const orders = await ordersById(query, ids);
    const byOrder = Map.groupBy(await fillsOfOrders(query, ids), ({ order_id }) => order_id);
    return orders.map((order) => ({
      memberId: order.member_id,
      ref: order.id,
      state: `${order.status} ${order.filled}`,
      in: () =>
        ({ order, fills: (byOrder.get(order.id) ?? []).slice(0, order.fills) }) satisfies Omit<OrderNews, 'event'>,
    }));
  },
});

const FUNDS: AccountType = ACCOUNT_TYPE.funds;

/** Balances of the one account that programs trade with. */
export const balanceNewsOf = (query: Query, market: Pick<MarketData, 'coin'>): NewsSource => ({
  event: 'balance',
  async read(things) {
    const accounts = things.flatMap(({ memberId, ref }) => {
      const [type, coinId = ''] = ref.split('.');
      return type === String(FUNDS) ? [{ memberId, type: FUNDS, coinId }] : [];
    });
    if (accounts.length === 0) return [];
    return (await balancesIn(query, accounts)).map(({ memberId, coinId, available, frozen }) => ({
      memberId,
      ref: `${FUNDS}.${coinId}`,
      state: `${format(available)} ${format(frozen)}`,
      in() {
        const coin = market.coin(coinId);
        return coin && ({ currency: coin.title.toLowerCase(), available, frozen } satisfies HeldNow);
      },
    }));
  },
});
