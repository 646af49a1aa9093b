import type { MarketItem } from '@plimsoll/contract';
import { buttonClass, Empty, ErrorState, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { useFavouriteList } from '../favourites/index.ts';
import { coinName } from './coin-names.ts';
import { fractionWidth } from './figures.ts';
import { MarketRowSkeleton } from './market-row.tsx';
import MarketTable from './market-table.tsx';
import { SparkRow } from './spark-row.tsx';
import { useSparklines } from './use-sparklines.ts';

export interface OwnMarketsProps {
  readonly items: readonly MarketItem[] | undefined;
  readonly isOld: boolean;
}

/** The member's own list on Home, in the member's order. */
export default function OwnMarkets({ items, isOld }: OwnMarketsProps) {
  const t = useTranslations('market');
  const { language } = useReading();
  const { ids, isKnown, retry } = useFavouriteList();
  const sparks = useSparklines();
  const isDesktop = useIsDesktop();
  if (retry) return <ErrorState title={t('failed')} onRetry={retry} />;
  if (!items || !isKnown) return <MarketRowSkeleton count={5} tall />;
  const own = ids.flatMap((id) => items.find((each) => each.id === id) ?? []);
  if (own.length === 0)
    return (
      <Empty title={t('ownEmpty')} text={t('ownEmptyText')}>
        <Link to="/market" className={`${buttonClass('quiet')} mt-3`}>
          {t('add')}
        </Link>
      </Empty>
    );
  if (isDesktop) return <MarketTable items={own} isOld={isOld} label={t('own')} sparks={sparks} />;
  const align = fractionWidth(own);
  return (
    <ul className={`rows ${isOld ? 'stale' : ''}`} aria-label={t('own')}>
      {own.map((market) => (
        <li key={market.id} className="@container">
          <SparkRow market={market} sparks={sparks} name={coinName(market.coinname, language)} align={align} />
        </li>
      ))}
    </ul>
  );
}
