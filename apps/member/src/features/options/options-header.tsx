import type { MarketItem } from '@plimsoll/contract';
import { Icon, IconButton, Seg } from '@plimsoll/ui';
import { candles, down, orders, pairs, shield } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { OwnStar } from '../favourites/index.ts';
import { PageHeader } from '../site/index.ts';
import type { View } from './view.ts';

interface OptionsHeaderProps {
  readonly market: MarketItem | undefined;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onMarkets: () => void;
  readonly onLimits: () => void;
}

/** The market and the link to others, the member's limits, and chart or orders. */
export function OptionsHeader({ market, view, onView, onMarkets, onLimits }: OptionsHeaderProps) {
  const t = useTranslations('options');
  return (
    <PageHeader>
      <div className="order-first flex min-w-0 flex-[100] items-center gap-1.5">
        <IconButton label={t('markets')} aria-haspopup="dialog" className="-ms-2.5" onClick={onMarkets}>
          <Icon of={pairs} flip />
        </IconButton>
        <h1 className="sr">{market === undefined ? t('title') : `${t('title')}, ${market.title}`}</h1>
        {market && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onMarkets}
            className="flex min-h-11 min-w-0 items-center gap-1.5"
          >
            <bdi dir="ltr" title={market.title} className="truncate text-[min(var(--fs-17),4.6vw)] font-semibold">
              {market.title}
            </bdi>
            {/* The narrowest phones have room for the name or for the sign that it opens a list. */}
            <Icon of={down} size={16} className="max-[389px]:hidden" />
            <span className="sr">{t('changeMarket')}</span>
          </button>
        )}
        {market && <OwnStar market={market} className="" />}
      </div>
      <IconButton label={t('protection')} aria-haspopup="dialog" onClick={onLimits}>
        <Icon of={shield} duo />
      </IconButton>
      <Seg
        label={t('view')}
        options={[
          { value: 'chart', label: <Icon of={candles} size={20} />, name: t('chart') },
          { value: 'orders', label: <Icon of={orders} size={20} />, name: t('orders') },
        ]}
        value={view === 'chart' ? view : 'orders'}
        onChange={onView}
        className="w-23 flex-none"
      />
    </PageHeader>
  );
}
