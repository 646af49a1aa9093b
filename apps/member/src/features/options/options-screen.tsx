import { LazyBoundary, SkeletonBlock, Empty, ErrorState, lazyPart, Loading } from '@plimsoll/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { whenIdle } from '../../platform/idle.ts';
import { refusedWords } from '../../platform/refused.ts';
import { namedMarket, useMarketList } from '../market/index.ts';
import { MarketsPanel } from '../spot/index.ts';
import { OptionPanel } from './option-panel.tsx';
import { OptionsHeader } from './options-header.tsx';
import { marketPath, useOptionsPlace } from './place.ts';
import { ProgressSheet } from './progress-sheet.tsx';
import { ProofSkeleton } from './proof-skeleton.tsx';
import { OPTION_MARKETS_MS, useLimits, useOpenOptions } from './queries.ts';
import type { MarketItem, OwnLimits } from '@plimsoll/contract';

// It counts minutes, so it is loaded when the browser is idle.
const REMINDER = lazyPart(() => import('./session-reminder.tsx'));
const LIMITS = lazyPart(async () => ({ default: (await import('./limits-sheet.tsx')).LimitsSheet }));
const PROOF = lazyPart(() => import('./proof-page.tsx'));
const STATS = lazyPart(() => import('./stats-page.tsx'));

/** The first market that is shown (PRODUCT 11). */
const FIRST_SYMBOL = 'btcusdt';

function PanelSkeleton() {
  return (
    <div className="grid gap-4 px-4 pt-1">
      {/* As in the head, the day's figures are beside the price from a column of 440 on, below it on a phone. */}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <SkeletonBlock height={52} width={190} />
        <SkeletonBlock height={28} width={200} className="grow" />
      </div>
      <SkeletonBlock height={44} />
      <SkeletonBlock height={320} />
      <SkeletonBlock height={96} />
    </div>
  );
}

interface MarketPartProps {
  readonly markets: ReturnType<typeof useMarketList>;
  readonly market: MarketItem | undefined;
  readonly place: ReturnType<typeof useOptionsPlace>;
  readonly open: ReturnType<typeof useOpenOptions>;
  readonly limits: OwnLimits | undefined;
}

function MarketPart({
  markets: { data: markets, error, isError, refetch },
  market,
  place,
  open,
  limits,
}: MarketPartProps) {
  const t = useTranslations('options');
  const kit = useTranslations('app.kit');
  if (market)
    return (
      <OptionPanel
        key={market.symbol}
        market={market}
        view={place.view}
        onView={place.show}
        open={open}
        limits={limits}
      />
    );
  if (markets) return <Empty title={t('missing')} text={t('missingText')} className="pt-24" />;
  if (isError)
    return (
      <ErrorState
        title={kit('loadFailed')}
        text={refusedWords(error) ?? kit('loadFailedText')}
        onRetry={() => void refetch()}
        className="pt-24"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <PanelSkeleton />
    </Loading>
  );
}

/** /options: the chart and the orders, or the proof of one of them. */
export default function OptionsScreen() {
  const place = useOptionsPlace();
  const list = useMarketList(OPTION_MARKETS_MS);
  const { data: markets } = list;
  const limits = useLimits();
  const open = useOpenOptions();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [isLimitsOpen, setLimitsOpen] = useState(false);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIdle(true)), []);
  if (place.proof !== undefined) {
    return (
      <LazyBoundary key={place.proof} part={PROOF} props={{ orderId: place.proof }} fallback={<ProofSkeleton />} />
    );
  }
  if (place.isStats) return <LazyBoundary part={STATS} props={{}} fallback={<PanelSkeleton />} />;
  const openLimits = () => setLimitsOpen(true);
  const market =
    place.symbol === null && place.name === null
      ? (namedMarket(markets, FIRST_SYMBOL, null) ?? markets?.[0])
      : namedMarket(markets, place.symbol, place.name);
  return (
    <>
      <OptionsHeader
        market={market}
        view={place.view}
        onView={place.show}
        onMarkets={() => setPanelOpen(true)}
        onLimits={openLimits}
      />
      <MarketPart markets={list} market={market} place={place} open={open} limits={limits.data} />
      {markets && (
        <MarketsPanel
          open={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          markets={markets}
          current={market?.symbol ?? ''}
          pathOf={(each) => marketPath(each, place.view)}
        />
      )}
      <ProgressSheet />
      <LazyBoundary
        part={LIMITS}
        props={{ open: isLimitsOpen, onClose: () => setLimitsOpen(false), limits }}
        fallback={null}
        isBesides={!isLimitsOpen}
      />
      {isIdle && (
        <LazyBoundary
          part={REMINDER}
          props={{ everyMin: limits.data?.session_minutes ?? null, onLimits: openLimits }}
          fallback={null}
          isBesides
        />
      )}
    </>
  );
}
