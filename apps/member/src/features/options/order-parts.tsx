import type { OptionOrder } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import { Figure, Tag } from '@plimsoll/ui';
import { triDown, triUp } from '@plimsoll/ui/icons-screens';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pricePlaces } from '../spot/index.ts';
import { inkOf } from './order-facts.ts';

/** Up or down, with its triangle. */
export function DirectionTag({ direction }: { readonly direction: Direction }) {
  const t = useTranslations('options');
  return (
    <Tag kind={direction} icon={direction === 'up' ? triUp : triDown}>
      {t(direction)}
    </Tag>
  );
}

/** Words in bold within a sentence. */
export const bold = (words: ReactNode) => <b className="text-ink">{words}</b>;
/** A figure within words. */
export const figure = (words: ReactNode) => <span className="n">{words}</span>;
/** A figure in brighter ink; it breaks only where it is wider than its place. */
export const brighter = (words: ReactNode) => <span className="inline-block max-w-full text-ink-2">{words}</span>;

/** A price of an order, `--` until it is known: at least six places (PRODUCT 11). */
export const OrderPrice = ({ value, dim = true }: { readonly value: string | null; readonly dim?: boolean }) =>
  value === null ? (
    <span className="n text-ink-3">--</span>
  ) : (
    <Figure value={value} places={pricePlaces(price(value))} dim={dim} />
  );

/** A stake or a result with at least two places. */
export function Money({
  value,
  coin,
  signed = false,
  className = '',
}: {
  readonly value: string;
  readonly coin?: string | undefined;
  readonly signed?: boolean;
  readonly className?: string;
}) {
  return (
    <span className={`whitespace-nowrap ${className}`}>
      <Figure value={value} signed={signed} dim={false} />
      {coin !== undefined && <small className="text-[min(.78em,.875rem)] font-normal text-ink-3"> {coin}</small>}
    </span>
  );
}

/** Profit or loss: nothing while open, a word for a tie or void, else the figure in its ink. */
export function Profit({
  order,
  coin,
  tag = false,
}: {
  readonly order: OptionOrder;
  readonly coin?: string;
  readonly tag?: boolean;
}): ReactNode {
  const t = useTranslations('options.list');
  if (order.ploss === null || order.outcome === null) return '--';
  if (tag && (order.outcome === 'tie' || order.outcome === 'void')) return <Tag kind="info">{t(order.outcome)}</Tag>;
  return (
    <span data-way={inkOf(order)}>
      <Money value={order.ploss} coin={coin} signed />
    </span>
  );
}
