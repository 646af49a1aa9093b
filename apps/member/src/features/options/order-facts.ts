import type { OptionOrder } from '@plimsoll/contract';
import { DIRECTION, OPTION_STATUS } from '@plimsoll/contract/codes/options';
import type { Direction } from '@plimsoll/proof';
import type { Way } from '@plimsoll/ui';
import type { ChartOrder } from '../chart/index.ts';

export const directionOf = (order: Pick<OptionOrder, 'hyzd'>): Direction =>
  order.hyzd === DIRECTION.up ? 'up' : 'down';

/** The ink of a result: by winning, not by direction (PRODUCT 11). */
export const inkOf = (order: Pick<OptionOrder, 'outcome'>): Way =>
  order.outcome === 'win' ? 'up' : order.outcome === 'lose' ? 'down' : 'flat';

/** `BTC/USDT` as its two coins. */
export function coinsOf(coinname: string): { readonly base: string; readonly quote: string } {
  const [base = coinname, quote = ''] = coinname.split('/');
  return { base, quote };
}

/** Open options as their market's chart draws them. */
export const chartOrders = (orders: readonly OptionOrder[], symbol: string): readonly ChartOrder[] =>
  orders
    .filter((order) => order.symbol === symbol && order.status === OPTION_STATUS.open)
    .flatMap((order) => {
      const { buyprice, linetime, selltime } = order;
      // Without a line there is nothing to draw.
      if (buyprice === null || linetime === null || selltime === null) return [];
      return [
        {
          id: order.order_id,
          direction: directionOf(order),
          entryPrice: buyprice,
          placedAtMs: Date.parse(linetime),
          expiresAtMs: Date.parse(selltime),
        },
      ];
    });

/** When an option ends; one whose line is still to be drawn counts as the last. */
export const endOf = ({ selltime }: OptionOrder): number =>
  selltime === null ? Number.MAX_SAFE_INTEGER : Date.parse(selltime);
