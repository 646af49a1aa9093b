import { Empty, ErrorState, Loading } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { Star, starredFirst } from '../favourites/index.ts';
import { ColumnHeads } from './column-heads.tsx';
import { dollarsShown } from '../../platform/dollars.ts';
import { fractionWidth } from './figures.ts';
import { nextSorting } from './market-choice.ts';
import { sorted, type SortColumn, type Sorting } from './market-order.ts';
import { MarketRow, MarketRowSkeleton } from './market-row.tsx';
import MarketTable from './market-table.tsx';
import { Spark } from './spark.tsx';
import type { useMarkets } from './use-markets.ts';
import type { Sparklines } from './use-sparklines.ts';

interface MarketRowsProps {
  readonly markets: ReturnType<typeof useMarkets>;
  readonly favourites: readonly number[];
  readonly sparks: Sparklines;
}

/** The markets under their column heads, in the chosen order. */
export function MarketRows({ markets, favourites, sparks }: MarketRowsProps) {
  const t = useTranslations('market');
  const app = useTranslations('app');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { listed, all, isUndecided, isCutOff, hasFailed, refused, retry, isOld } = markets;
  const isDesktop = useIsDesktop();
  const onSort = (column: SortColumn) => setSorting(nextSorting(sorting, column));
  const known = isUndecided ? undefined : listed;
  const shown = known && (sorting ? sorted(known, sorting) : starredFirst(known, favourites));
  const align = fractionWidth(listed ?? []);
  return (
    <div id="markets">
      {hasFailed ? (
        <ErrorState
          title={t('failed')}
          text={isCutOff ? app('connection.offline') : (refused ?? t('failedText'))}
          onRetry={retry}
        />
      ) : (
        !isDesktop && <ColumnHeads sorting={sorting} onSort={setSorting} />
      )}
      {!shown && !hasFailed && (
        <Loading label={app('kit.loading')}>
          <MarketRowSkeleton count={10} tall />
        </Loading>
      )}
      {shown?.length === 0 && <Empty title={t('none')} />}
      {shown && shown.length > 0 && isDesktop && (
        <MarketTable items={shown} isOld={isOld} label={t('list')} all={all} order={{ sorting, onSort }} />
      )}
      {shown && shown.length > 0 && !isDesktop && (
        <ul className={`rows ${isOld ? 'stale' : ''}`} aria-label={t('list')}>
          {shown.map((item) => (
            <li key={item.id} className="flex items-center">
              <Star market={item} isOn={favourites.includes(item.id)} className="ms-2 -me-3" />
              <div className="@container min-w-0 flex-1">
                <MarketRow
                  item={item}
                  align={align}
                  more={{
                    dollars: dollarsShown(item.close, item.trade_coin, all),
                    spark: <Spark market={item} sparks={sparks} />,
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
