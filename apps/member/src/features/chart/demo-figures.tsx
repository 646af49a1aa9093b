import { useTranslations } from 'use-intl';
import type { Bar } from './bar-feed.ts';
import type { ChartPrices } from './prices.ts';

const INKS = ['bg-(--ma-5)', 'bg-(--ma-10)', 'bg-(--ma-20)', 'bg-(--ma-30)'] as const;

/** An average on one day; null while there are too few days before it. */
export interface AverageAt {
  readonly days: number;
  readonly value: number | null;
}

interface DemoLegendProps {
  readonly averages: readonly AverageAt[];
  readonly prices: ChartPrices;
  readonly count: (value: number) => string;
}

/** The five series with their colours, and the averages of the day that is read. */
export function DemoLegend({ averages, prices, count }: DemoLegendProps) {
  const t = useTranslations('chart.demo');
  return (
    <ul className="flex min-h-11 flex-wrap content-start gap-x-4 gap-y-1 px-4 pb-1.5 text-12 text-ink-2">
      <li className="inline-flex items-center gap-1.5">
        <i className="size-2 rounded-[2px] bg-up" />
        {t('daily')}
      </li>
      {averages.map(({ days, value }, at) => (
        <li key={days} className="inline-flex items-center gap-1.5">
          <i className={`size-2 rounded-[2px] ${INKS[at % INKS.length]}`} />
          {t('average', { days: count(days) })}{' '}
          <span className="n">{value === null ? t('none') : prices.price(value)}</span>
        </li>
      ))}
    </ul>
  );
}

interface DemoTooltipProps extends DemoLegendProps {
  readonly day: Bar;
  readonly date: string;
  readonly share: number;
}

/** The day under the cross-hair. */
export function DemoTooltip({ day, date, share, averages, prices, count }: DemoTooltipProps) {
  const t = useTranslations('chart.demo');
  const rows: readonly (readonly [string, string])[] = [
    [t('open'), prices.price(day.open)],
    [t('close'), prices.price(day.close)],
    [t('low'), prices.price(day.low)],
    [t('high'), prices.price(day.high)],
    ...averages.map(
      ({ days, value }) =>
        [t('average', { days: count(days) }), value === null ? t('none') : prices.price(value)] as const,
    ),
  ];
  return (
    <div
      role="tooltip"
      className={`pointer-events-none absolute top-10 z-3 rounded-sm bg-(--chart-tag) px-2.5 py-2 text-11 text-on-fill lift ${share < 0.5 ? 'right-17' : 'left-3.5'}`}
    >
      <b className="block">{date}</b>
      <dl>
        {rows.map(([name, figure]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{name}</dt>
            <dd className="n">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
