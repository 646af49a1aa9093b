import type { MarketItem } from '@plimsoll/contract';
import { LazyBoundary, StaleBar } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { formatTime } from '@plimsoll/i18n';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lastSeenStyle, useFreshness } from '../../platform/connection.ts';
import { useNativeDigits, useSpoken } from '../../platform/language.ts';
import { useIsMember, usePanelOpen } from '../../platform/session.ts';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { MARKETS_OLD_MS, useLivePrices, useMarketList } from '../market/index.ts';
import { MEMBER_PANEL } from '../membership/index.ts';
import { PENDING, SINCE } from '../running/index.ts';
import { PageHeader } from '../site/index.ts';
import { Balance } from './balance.tsx';
import { Banners } from './banners.tsx';
import { HomeHeader } from './home-header.tsx';
import { Menu } from './menu.tsx';
import { Ranking } from './ranking.tsx';
import { OWN_TICKER } from './own.ts';
import { Ticker } from './ticker.tsx';
import { VisitorHero } from './visitor-hero.tsx';

const NO_MARKETS: readonly MarketItem[] = [];

export default function HomeScreen() {
  const app = useTranslations('app');
  const isDesktop = useIsDesktop();
  const { language } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  const isMember = useIsMember();
  const isPanelOpen = usePanelOpen();
  const [wasPanelOpen, setWasPanelOpen] = useState(isPanelOpen);
  if (isPanelOpen && !wasPanelOpen) setWasPanelOpen(true);

  const markets = useMarketList();
  const { isOnline, isOld, ageS } = useFreshness(markets.dataUpdatedAt, MARKETS_OLD_MS);
  const listed = useLivePrices(markets.data ?? NO_MARKETS, isOnline);
  const time = formatTime(markets.dataUpdatedAt, {
    language: language.code,
    nativeDigits,
    style: lastSeenStyle(markets.dataUpdatedAt),
  });
  const state = {
    items: markets.data && listed,
    failed: markets.isError && !markets.data,
    isOld,
    retry: () => void markets.refetch(),
  };

  const pending = isMember && <LazyBoundary part={PENDING} props={{}} fallback={null} isBesides />;
  return (
    <>
      {isDesktop ? <PageHeader title={app('titles.home')} /> : <HomeHeader />}
      {isOld && (
        <StaleBar {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? app('connection.stale', { seconds: ageS }) : app('connection.offlineSince', { time })}
        </StaleBar>
      )}
      <div className="cols">
        <div>
          {isMember ? <Balance /> : <VisitorHero />}
          {!isDesktop && pending}
          <LazyBoundary part={OWN_TICKER} props={state} fallback={<Ticker {...state} />} isBesides />
          {!isDesktop && (
            <>
              <Menu />
              <Banners />
            </>
          )}
          <Ranking {...state} />
        </div>
        {isDesktop && (
          <aside>
            <Menu />
            <Banners />
            {pending}
            {isMember && <LazyBoundary part={SINCE} props={{}} fallback={null} isBesides />}
          </aside>
        )}
      </div>
      {isMember && wasPanelOpen && <LazyBoundary part={MEMBER_PANEL} props={{}} fallback={null} />}
    </>
  );
}
