import type { OptionOrder } from '@plimsoll/contract';
import { columnsFor, Facts, Icon, Pair } from '@plimsoll/ui';
import { proof } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { coinsOf, directionOf } from './order-facts.ts';
import { DirectionTag, Money, OrderPrice, Profit } from './order-parts.tsx';
import { proofPath } from './place.ts';
import { useWriting } from './words.ts';

/** A settled option in the list; opens its detail, and links to its proof. */
export function SettledRow({ order, onDetail }: { readonly order: OptionOrder; readonly onDetail: () => void }) {
  const t = useTranslations('options.list');
  const { time } = useWriting();
  const { base, quote } = coinsOf(order.coinname);
  // Without a line there was no expiry: the time of acceptance is shown.
  const endedAt = order.selltime ?? order.buytime;
  return (
    <article className="@container relative px-4 py-3.5 active:bg-surface">
      <div className="grid gap-2 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <div className="flex flex-wrap items-center gap-2">
          <DirectionTag direction={directionOf(order)} />
          <Pair base={base} quote={quote} />
          <span className="ms-auto text-17 font-semibold">
            <Profit order={order} tag />
          </span>
        </div>
        <Facts
          columns={columnsFor(order.num, order.buyprice, order.sellprice)}
          items={[
            { term: t('amount'), value: <Money value={order.num} /> },
            { term: t('buyPrice'), value: <OrderPrice value={order.buyprice} /> },
            { term: t('sellPrice'), value: order.sellprice === null ? '--' : <OrderPrice value={order.sellprice} /> },
          ]}
        />
        <div className="flex items-center justify-between gap-2 text-12 text-ink-3">
          <time dateTime={endedAt}>
            <span className="sr">{t('sellTime')} </span>
            <bdi>{time(endedAt, 'moment')}</bdi>
          </time>
          <Link
            to={proofPath(order.order_id)}
            className="hit relative z-1 inline-flex min-h-5 items-center gap-1.5 font-medium text-ink-2"
          >
            <Icon of={proof} size={18} duo />
            {t('proof')}
          </Link>
        </div>
      </div>
      {/* The row opens its detail; only the link to the proof lies over it. */}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('detail')}, ${order.coinname}, ${time(endedAt, 'moment')}`}
        onClick={onDetail}
        className="absolute inset-0 size-full"
      />
    </article>
  );
}
