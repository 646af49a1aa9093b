import { SkeletonBlock, Chg, Figure, Live, useReading, wayOf } from '@plimsoll/ui';
import { formatDecimal } from '@plimsoll/i18n';
import { format, placesUsed, toNumber, type Price } from '@plimsoll/money';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { placesOfMarket } from '../market/index.ts';
import { useDayDetail, written } from './detail.ts';
import type { ChartMarket } from './facts.ts';
import { OLD_AFTER_MS } from './freshness.ts';

const PRICE_PLACES = 6;
const CHANGE_PLACES = 2;
const VOLUME_PLACES = 8;

type Day = NonNullable<ReturnType<typeof useDayDetail>['data']>;

interface PairHeadProps {
  readonly market: ChartMarket;
  /** The price that the screen measures by, and when it was received. */
  readonly last: { readonly price: Price; readonly atMs: number } | undefined;
  /** The kind of price. */
  readonly source: ReactNode;
}

function HeadSkeleton() {
  return (
    <section className="flex items-end justify-between gap-3 px-4 pt-0.5 pb-2.5">
      <span>
        <SkeletonBlock width={190} height={28} className="my-0.75" />
        <SkeletonBlock width={120} height={13} className="my-1" />
      </span>
      <span className="grid gap-1">
        <SkeletonBlock width={140} height={12} />
        <SkeletonBlock width={140} height={12} />
        <SkeletonBlock width={140} height={12} />
      </span>
    </section>
  );
}

function DayFigures({ day, places }: { readonly day: Day; readonly places: number }) {
  const t = useTranslations('chart');
  const rows = [
    { name: t('head.high'), figure: <Figure value={written(day.high, places)} places={places} dim={false} /> },
    { name: t('head.low'), figure: <Figure value={written(day.low, places)} places={places} dim={false} /> },
    {
      name: t('head.volume'),
      figure: <Figure value={written(day.amount, VOLUME_PLACES)} places={VOLUME_PLACES} dim={false} />,
    },
  ];
  return (
    <dl className="grid flex-auto gap-px text-[min(var(--fs-12),3.3cqi)]/tight">
      {rows.map(({ name, figure }) => (
        <div key={name} className="flex justify-between gap-2.5">
          <dt className="text-ink-3">{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The head of a trading pair: price, change and the day's figures. */
export function PairHead({ market, last, source }: PairHeadProps) {
  const t = useTranslations('chart');
  const { language, nativeDigits } = useReading();
  const { data: day } = useDayDetail(market.symbol);
  const [openedAtMs] = useState(Date.now);
  const { isOld, ageS } = useFreshness(last?.atMs ?? openedAtMs, OLD_AFTER_MS);
  const places = placesOfMarket({ price_step: market.priceStep });
  if (!day) return <HeadSkeleton />;
  // For show: what is staked against is written from the exact price.
  const close = last === undefined ? day.open : toNumber(last.price);
  const percent = day.open > 0 ? ((close - day.open) / day.open) * 100 : 0;
  const change = `${percent < 0 ? '' : '+'}${written(percent, CHANGE_PLACES)}`;
  return (
    <section aria-label={t('head.title')} className={`@container ${isOld ? 'stale' : ''}`}>
      {/* Without room beside the price the day's figures are under it. */}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1 px-4 pt-0.5 pb-2.5">
        <div className="min-w-0 flex-[100_0_auto]">
          <p
            className="text-[min(var(--fs-28),7.4cqi)]/tight font-semibold tracking-[-0.015em]"
            data-way={last ? wayOf(change) : 'flat'}
          >
            {last ? (
              <Figure value={format(last.price)} places={Math.max(PRICE_PLACES, placesUsed(last.price))} flash />
            ) : (
              '--'
            )}
          </p>
          <p className="flex w-0 max-w-[92cqi] min-w-full flex-wrap items-center gap-x-2.5 text-13">
            {last && <Chg value={change} />}
            {last && (
              <span className="text-ink-3">
                <Figure value={written(close - day.open, places)} places={places} signed dim={false} />
              </span>
            )}
            {(last ?? isOld) && (
              <Live old={isOld}>
                {isOld ? t('head.age', { seconds: formatDecimal(String(ageS), { language, nativeDigits }) }) : source}
              </Live>
            )}
          </p>
        </div>
        <DayFigures day={day} places={places} />
      </div>
    </section>
  );
}
