import type { MarketItem } from '@plimsoll/contract';
import { Chg, Icon, IconButton } from '@plimsoll/ui';
import { candles, orders, pairs } from '@plimsoll/ui/icons-screens';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { OwnStar } from '../favourites/index.ts';
import { PageHeader } from '../site/index.ts';

interface ExchangeHeaderProps {
  readonly market?: MarketItem;
  readonly isOld?: boolean;
  readonly onMarkets: () => void;
  readonly chart?: { readonly isOpen: boolean; readonly onToggle: () => void } | undefined;
}

/** The market and its change, with links to the others and to the order list. */
export function ExchangeHeader({ market, isOld = false, onMarkets, chart }: ExchangeHeaderProps) {
  const t = useTranslations('spot');
  const app = useTranslations('app.titles');
  const charts = useTranslations('chart');
  return (
    <PageHeader>
      <div className="order-first flex min-w-0 flex-[100] items-center gap-1.5">
        <IconButton label={t('markets.open')} aria-haspopup="dialog" className="-ms-2.5" onClick={onMarkets}>
          <Icon of={pairs} flip />
        </IconButton>
        <h1 className="sr">{market?.title ?? app('exchange')}</h1>
        {market && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onMarkets}
            className={`flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 ${isOld ? 'stale text-ink-2' : ''}`}
          >
            <bdi dir="ltr" className="text-[min(var(--fs-17),4.6vw)] font-semibold">
              {market.title}
            </bdi>
            <Chg value={market.change} className="text-[min(var(--fs-15),4.2vw)]" />
            <span className="sr">{t('markets.change')}</span>
          </button>
        )}
        {market && <OwnStar market={market} className="" />}
      </div>
      {chart && (
        <IconButton
          label={charts(chart.isOpen ? 'hide' : 'show')}
          aria-expanded={chart.isOpen}
          aria-controls={chart.isOpen ? 'spot-chart' : undefined}
          onClick={chart.onToggle}
        >
          <Icon of={candles} className={chart.isOpen ? '[--duo:.7]' : ''} />
        </IconButton>
      )}
      <Link to="/trade-lst" aria-label={t('orders.all')} className="-me-2.5 grid size-11 place-items-center rounded-md">
        <Icon of={orders} />
      </Link>
    </PageHeader>
  );
}
