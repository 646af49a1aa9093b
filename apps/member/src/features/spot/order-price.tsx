import type { SpotOrder } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import { Figure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { pricePlaces } from './book-rows.ts';
import { isNothing } from './is-nothing.ts';

/** A price in the places of its size. */
export const Price = ({ value }: { readonly value: string }) => (
  <Figure value={value} places={pricePlaces(price(value))} />
);

/** What an order was placed at: its limit, or the market. */
export function OrderPrice({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('spot.orders');
  return isNothing(order.xjprice) ? t('marketPrice') : <Price value={order.xjprice} />;
}
