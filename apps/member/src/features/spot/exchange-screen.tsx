import { SkeletonBlock, Empty, ErrorState, LazyBoundary, lazyPart, Loading } from '@plimsoll/ui';
import { useState } from 'react';
import { refusedWords } from '../../platform/refused.ts';
import { useSearchParams } from '../../platform/router.tsx';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { useTranslations } from 'use-intl';
import { namedMarket } from '../market/index.ts';
import { BOARD } from './board.ts';
import { ExchangeHeader } from './exchange-header.tsx';
import { MarketsPanel } from './markets-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { useMarkets } from './queries.ts';

const SPOT_BOARD = lazyPart(async () => ({ default: (await import('./market-chart.tsx')).SpotBoard }));

function PanelSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)] gap-3.5 px-4 pt-1">
      <div className="grid content-start gap-2.5">
        <SkeletonBlock height={44} />
        <SkeletonBlock height={28} width={120} />
        {[44, 44, 30, 44].map((height, at) => (
          <SkeletonBlock key={at} height={height} />
        ))}
      </div>
      <div className="grid content-start gap-2.5">
        {Array.from({ length: 11 }, (_, at) => (
          <SkeletonBlock key={at} height={15} />
        ))}
      </div>
      <SkeletonBlock height={190} className="col-span-2" />
    </div>
  );
}

/** /exchange: spot trade. `currentSymbol` and `name` in the query choose the market. */
export default function ExchangeScreen() {
  const t = useTranslations('spot');
  const kit = useTranslations('app.kit');
  const [search] = useSearchParams();
  const isWide = useIsWide();
  const { data: markets, dataUpdatedAt, error, isError, refetch } = useMarkets();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const openPanel = () => setPanelOpen(true);
  const symbol = search.get('currentSymbol');
  const name = search.get('name');
  const market = symbol === null && name === null ? markets?.[0] : namedMarket(markets, symbol, name);
  return (
    <>
      {isWide && <LazyBoundary part={SPOT_BOARD} props={{ market }} fallback={<div className={BOARD} />} isBesides />}
      {!market && <ExchangeHeader onMarkets={openPanel} />}
      {!markets && !isError && (
        <Loading label={kit('loading')}>
          <PanelSkeleton />
        </Loading>
      )}
      {!markets && isError && (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(error) ?? kit('loadFailedText')}
          onRetry={() => void refetch()}
          className="pt-24"
        />
      )}
      {markets && !market && <Empty title={t('markets.missing')} text={t('markets.missingText')} className="pt-24" />}
      {markets && market && (
        <OrderPanel
          key={market.symbol}
          market={market}
          markets={markets}
          listedAtMs={dataUpdatedAt}
          listFailed={isError}
          onMarkets={openPanel}
        />
      )}
      {markets && (
        <MarketsPanel
          open={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          markets={markets}
          current={market?.symbol ?? ''}
        />
      )}
    </>
  );
}
