import { Bone, Chg, Figure, Live, useReading, wayOf } from '@plimsoll/ui';
import { formatDecimal } from '@plimsoll/i18n';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { placesOfMarket } from '../market/index.ts';
import { useDayDetail, written } from './detail.ts';
import type { ChartMarket } from './facts.ts';
import { OLD_AFTER_MS } from './freshness.ts';
import { useLastPrice } from './use-last-price.ts';

/** Places of the header's figures (spec part 2, section 9). */
const PRICE_PLACES = 6;
const CHANGE_PLACES = 2;
const VOLUME_PLACES = 8;

/** The trading pair's block: last price, change against the day's open, high, low and volume. The price follows the stream. */
export function PairHead({ market }: { readonly market: ChartMarket }) {
  const t = useTranslations('chart');
  const { language, nativeDigits } = useReading();
  const { data: day } = useDayDetail(market.symbol);
  const last = useLastPrice(market.symbol);
  const [openedAtMs] = useState(Date.now);
  const { isOld, ageS } = useFreshness(last?.atMs ?? openedAtMs, OLD_AFTER_MS);
  const places = placesOfMarket({ price_step: market.priceStep });
  if (!day) {
    return (
      <section className="flex items-end justify-between gap-3 px-4 pt-0.5 pb-2.5">
        <span><Bone width={190} height={28} className="my-0.75" /><Bone width={120} height={13} className="my-1" /></span>
        <span className="grid gap-1"><Bone width={140} height={12} /><Bone width={140} height={12} /><Bone width={140} height={12} /></span>
      </section>
    );
  }
  const close = last?.close ?? day.close;
  const percent = day.open > 0 ? ((close - day.open) / day.open) * 100 : 0;
  const change = `${percent < 0 ? '' : '+'}${written(percent, CHANGE_PLACES)}`;
  const rows = [
    { name: t('head.high'), figure: <Figure value={written(day.high, places)} places={places} dim={false} /> },
    { name: t('head.low'), figure: <Figure value={written(day.low, places)} places={places} dim={false} /> },
    { name: t('head.volume'), figure: <Figure value={written(day.amount, VOLUME_PLACES)} places={VOLUME_PLACES} dim={false} /> },
  ];
  return (
    <section aria-label={t('head.title')} className={`@container ${isOld ? 'stale' : ''}`}>
      {/* In large type the figures of the day stand under the price. */}
      <div className="grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-1 px-4 pt-0.5 pb-2.5 @max-[17rem]:grid-cols-1">
      <div className="min-w-0">
        <p className="text-28 font-semibold tracking-[-0.015em] max-[374px]:text-24" data-way={wayOf(change)}><Figure value={written(close, PRICE_PLACES)} places={PRICE_PLACES} flash /></p>
        <p className="flex flex-wrap items-center gap-x-2.5 text-13">
          <Chg value={change} />
          <span className="text-ink-3"><Figure value={written(close - day.open, places)} places={places} signed dim={false} /></span>
          <Live old={isOld}>{isOld ? t('head.age', { seconds: formatDecimal(String(ageS), { language, nativeDigits }) }) : t('head.live')}</Live>
        </p>
      </div>
      <dl className="grid gap-px text-12 max-[374px]:text-11">
        {rows.map(({ name, figure }) => <div key={name} className="flex justify-between gap-2.5"><dt className="text-ink-3">{name}</dt><dd>{figure}</dd></div>)}
      </dl>
      </div>
    </section>
  );
}
