import { MARKET_DAY_HOURS } from '@plimsoll/contract/codes/times';
import { formatDecimal } from '@plimsoll/i18n';
import { SkeletonBlock, Compact, Figure, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { placesOfMarket } from '../market/index.ts';
import { useDayDetail, written } from './detail.ts';
import type { ChartMarket } from './facts.ts';

interface DaySummaryProps {
  readonly market: ChartMarket;
  readonly layout?: 'grid' | 'strip';
}

const AMOUNT_PLACES = 8;

/** A market's last 24 hours, refreshed every 5 s. */
export function DaySummary({ market, layout = 'grid' }: DaySummaryProps) {
  const t = useTranslations('chart.day');
  const hours = formatDecimal(String(MARKET_DAY_HOURS), useReading());
  const { data } = useDayDetail(market.symbol);
  const places = placesOfMarket({ price_step: market.priceStep });
  const [base = '', quote = ''] = market.title.split('/');
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('low', { hours }), data && <Figure value={written(data.low, places)} places={places} />],
    [t('high', { hours }), data && <Figure value={written(data.high, places)} places={places} />],
    [t('open'), data && <Figure value={written(data.open, places)} places={places} />],
    [t('close'), data && <Figure value={written(data.close, places)} places={places} flash />],
    [t('volume', { coin: quote }), data && <Compact value={written(data.vol, 2)} />],
    [
      t('amount', { coin: base }),
      data && (
        <Figure
          value={written(data.amount, AMOUNT_PLACES)}
          places={layout === 'strip' ? AMOUNT_PLACES : 2}
          dim={false}
        />
      ),
    ],
  ];
  const shape =
    layout === 'strip'
      ? 'no-bar flex h-15 items-center gap-8 overflow-x-auto px-4 text-13'
      : 'flex flex-wrap gap-x-4 gap-y-3 px-4 py-3 text-[min(var(--fs-14),7cqi)] *:basis-[28%] *:grow';
  return (
    <div className="@container">
      <dl className={shape} aria-label={t('title', { hours })}>
        {rows.map(([name, figure]) => (
          <div key={name} className="shrink-0">
            <dt className="text-12 text-ink-3">{name}</dt>
            <dd className="min-h-5.5">{figure ?? <SkeletonBlock width={72} height={13} className="mt-1" />}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
