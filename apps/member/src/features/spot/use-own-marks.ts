import type { MarketItem, SpotOrder } from '@plimsoll/contract';
import { ORDER_TYPE } from '@plimsoll/contract/codes/spot';
import { formatDecimal } from '@plimsoll/i18n';
import { formatShort, minus, parseAmount, ZERO } from '@plimsoll/money';
import { useReading } from '@plimsoll/ui';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsMember } from '../../platform/session.ts';
import type { OwnMarks } from '../chart/index.ts';
import { useBreakEven } from '../portfolio/index.ts';
import { useFills, useOpenOrders } from './queries.ts';

const restOf = ({ predict_num, coinnum }: SpotOrder) =>
  formatShort(minus(parseAmount(predict_num) ?? ZERO, parseAmount(coinnum) ?? ZERO));

/** The member's fills, open orders and break-even in a market for its chart, and the order whose line was dragged. */
export function useOwnMarks(market: MarketItem) {
  const t = useTranslations('chart');
  const reading = useReading();
  const isMember = useIsMember();
  const id = String(market.id);
  const fillsRead = useFills(id, isMember).data;
  const ordersRead = useOpenOrders(id, isMember).data;
  // A query that is not enabled still answers what was read before.
  const fills = isMember ? fillsRead : undefined;
  const orders = isMember ? ordersRead : undefined;
  const breakEven = useBreakEven(market)?.breakEven;
  const [dragged, setDragged] = useState<{ readonly id: number; readonly price: string }>();
  const breakEvenWords = t('breakEven');
  const marks = useMemo(
    (): OwnMarks => ({
      step: market.price_step,
      fills: (fills?.list ?? []).map(({ time, price, type }) => ({
        atMs: Date.parse(time),
        price,
        isBuy: type === ORDER_TYPE.buy,
      })),
      orders: (orders ?? [])
        .filter(({ xjprice }) => (parseAmount(xjprice) ?? ZERO) !== ZERO)
        .map((order) => ({
          id: order.id,
          price: order.xjprice,
          isBuy: order.type === ORDER_TYPE.buy,
          words: `${order.type_text} ${formatDecimal(restOf(order), reading)}`,
        })),
      ...(breakEven === undefined ? {} : { breakEven: { price: breakEven, words: breakEvenWords } }),
      onMove: (order, price) => setDragged({ id: order, price }),
    }),
    [market.price_step, fills, orders, reading, breakEven, breakEvenWords],
  );
  const order = orders?.find((each) => each.id === dragged?.id);
  return {
    marks,
    moving: { market, order: dragged && order, price: dragged?.price },
    dismiss: () => setDragged(undefined),
  };
}
