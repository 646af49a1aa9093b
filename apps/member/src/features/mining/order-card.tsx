import type { MiningOrder } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { amount, ZERO } from '@plimsoll/money';
import { Facts, Figure, figures, Progress, Tag, useReading, Moment } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { MachineMark } from './machine-mark.tsx';
import type { ReactNode } from 'react';
import { MINING_STATUS } from '@plimsoll/contract/codes/mining';

/** Days that were paid: every day pays the same. */
function paidDays({ total_revenue, estimated_revenue, days }: MiningOrder): number {
  const all = amount(estimated_revenue);
  // not money: a count of days
  return all === ZERO ? 0 : Number(((amount(total_revenue) as bigint) * BigInt(days)) / (all as bigint));
}

function OrderHead({
  order: { title, img, days, order_num, amount: locked, coin },
  tag,
}: {
  readonly order: MiningOrder;
  readonly tag: ReactNode;
}) {
  const t = useTranslations('mining.list');
  return (
    <div className="flex gap-3.5">
      <MachineMark img={img} days={days} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-13 text-ink-3">
            <span className="sr">{title} </span>
            {t.rich('number', { n: figures, number: order_num })}
          </span>
          {tag}
        </div>
        <p className="mt-1 text-20 font-semibold">
          <Figure value={locked} places={8} /> <small className="text-[.78em] font-normal text-ink-3">{coin}</small>
        </p>
      </div>
    </div>
  );
}

/** An order: amount, dates, progress and revenue. */
export function OrderCard({ order }: { readonly order: MiningOrder }) {
  const t = useTranslations('mining.list');
  const reading = useReading();
  const { status, start_time, end_time, days, estimated_revenue, total_revenue } = order;
  const paid = paidDays(order);
  const count = (value: number) => formatDecimal(String(value), reading);
  const isRunning = status === MINING_STATUS.running;
  const tag = isRunning ? (
    <Tag kind="info">{t('running', { day: count(Math.min(days, paid + 1)), days: count(days) })}</Tag>
  ) : (
    <Tag kind="ok" icon={check}>
      {t('released')}
    </Tag>
  );
  return (
    <article className="@container rounded-lg bg-surface p-4">
      <OrderHead order={order} tag={tag} />
      <div className="mt-3 [&>span]:h-1.5">
        <Progress percent={(paid * 100) / days} label={t('paidDays', { day: paid, days })} />
      </div>
      <div className="mt-1 flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
        <span>
          {t('start')} <Moment at={start_time} format="date" />
        </span>
        <span>
          {t('end')} <Moment at={end_time} format="date" />
        </span>
      </div>
      <div className="mt-3 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <Facts
          columns={2}
          items={[
            { term: t('estimated'), value: <Figure value={estimated_revenue} places={8} /> },
            {
              term: t('paid'),
              value: (
                <span className="text-good">
                  <Figure value={total_revenue} places={8} dim={false} />
                </span>
              ),
            },
          ]}
        />
      </div>
    </article>
  );
}
