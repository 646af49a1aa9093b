import type { MarketItem, SpotOrder } from '@plimsoll/contract';
import { ORDER_TYPE } from '@plimsoll/contract/codes/spot';
import { formatShort, minus, parseAmount, ZERO } from '@plimsoll/money';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsMember } from '../../platform/session.ts';
import type { OwnMarks } from '../chart/index.ts';
import { useFills, useOpenOrders } from './queries.ts';
import { usePosition } from './use-position.ts';
import { useWrite } from './words.ts';

const restOf = ({ predict_num, coinnum }: SpotOrder) =>
  formatShort(minus(parseAmount(predict_num) ?? ZERO, parseAmount(coinnum) ?? ZERO));

/** The member's fills, open orders and break-even in a market for its chart, and the order whose line was dragged. */
export function useOwnMarks(market: MarketItem) {
  const t = useTranslations('chart');
  const write = useWrite();
  const isMember = useIsMember();
  const id = String(market.id);
  const { data: fills } = useFills(id, isMember);
  const { data: orders } = useOpenOrders(id, isMember);
  const position = usePosition(market, isMember);
  const [dragged, setDragged] = useState<{ readonly id: number; readonly price: string }>();
  const [breakEvenWords, breakEven] = [t('breakEven'), position && formatShort(position.breakEven)];
  // Written as text, so that it changes only when what is drawn does.
  const lines = JSON.stringify(
    (orders ?? [])
      .filter(({ xjprice }) => (parseAmount(xjprice) ?? ZERO) !== ZERO)
      .map((order) => ({
        id: order.id,
        price: order.xjprice,
        isBuy: order.type === ORDER_TYPE.buy,
        words: `${order.type_text} ${write(restOf(order))}`,
      })),
  );
  const marks = useMemo(
    (): OwnMarks => ({
      step: market.price_step,
      fills: (fills?.list ?? []).map(({ time, price, type }) => ({
        atMs: Date.parse(time),
        price,
        isBuy: type === ORDER_TYPE.buy,
      })),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
      orders: JSON.parse(lines) as OwnMarks['orders'],
      ...(breakEven === undefined ? {} : { breakEven: { price: breakEven, words: breakEvenWords } }),
      onMove: (order, price) => setDragged({ id: order, price }),
    }),
    [market.price_step, fills, lines, breakEven, breakEvenWords],
  );
  const order = orders?.find((each) => each.id === dragged?.id);
  return {
    marks,
    moving: { market, order: dragged && order, price: dragged?.price },
    dismiss: () => setDragged(undefined),
  };
}
