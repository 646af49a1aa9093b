import type { MarketItem } from '@plimsoll/contract';
import { SIDE } from '@plimsoll/contract/codes/spot';
import { amount, rate } from '@plimsoll/money';
import { positionOf, type Position } from '@plimsoll/rules';
import { useMemo } from 'react';
import { useFills } from './queries.ts';

/** What is left of what the member bought in a market; undefined while unknown, or with more fills than are loaded. */
export function usePosition(market: Pick<MarketItem, 'id' | 'spot_fee'>, isOn = true): Position | undefined {
  const { data } = useFills(String(market.id), isOn);
  return useMemo(
    () =>
      data?.isWhole
        ? positionOf(
            data.list.toReversed().map(({ type, num, amount: paid, fee }) => ({
              side: String(type) === SIDE.buy ? 'buy' : 'sell',
              quantity: amount(num),
              paid: amount(paid),
              fee: amount(fee),
            })),
            rate(market.spot_fee),
          )
        : undefined,
    [data, market.spot_fee],
  );
}
