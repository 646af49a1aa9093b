import type { MarketItem } from '@plimsoll/contract';
import { MARKET_DAY_HOURS } from '@plimsoll/contract/codes/times';
import { formatDecimal } from '@plimsoll/i18n';
import { Empty, ErrorState, LazyBoundary, Live, Tabs, useReading } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsMember } from '../../platform/session.ts';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { recall } from '../../platform/storage.ts';
import { LATER_STAR } from '../favourites/index.ts';
import {
  fallers,
  fractionWidth,
  MARKET_CHANGE,
  MARKET_PAIR,
  MARKET_ROW,
  MARKET_TABLE,
  OWN_MARKETS,
  MarketRow,
  MarketRowSkeleton,
  risers,
} from '../market/index.ts';

/** Longer fractions, those of prices in bitcoin, stand out: aligned to them, a price in dollars has no room beside its pair. */
const ALIGNED_MAX = 5.5;

type Side = 'own' | 'risers' | 'fallers';

interface RankingProps {
  readonly items: readonly MarketItem[] | undefined;
  readonly failed: boolean;
  readonly isOld: boolean;
  readonly retry: () => void;
}

function Heads() {
  const t = useTranslations('home');
  return (
    <div className={`${MARKET_ROW} min-h-7.5 px-4 text-12 text-ink-3`}>
      <span className={MARKET_PAIR}>
        <span>{t('pair')}</span>
        <span>{t('lastPrice')}</span>
      </span>
      <span className={MARKET_CHANGE}>{t('change')}</span>
    </div>
  );
}

function Rows({ items, isOld }: { readonly items: readonly MarketItem[]; readonly isOld: boolean }) {
  return (
    <ul className={`rows ${isOld ? 'stale' : ''}`}>
      {items.map((item) => (
        <li key={item.id} className="flex items-center">
          <LazyBoundary
            part={LATER_STAR}
            props={{ market: item }}
            fallback={<span className="ms-2 -me-3 size-8 flex-none" />}
            isBesides
          />
          <div className="@container min-w-0 flex-1">
            <MarketRow item={item} align={Math.min(ALIGNED_MAX, fractionWidth(items))} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The member's own list, and the markets that rose and fell most in 24 hours. */
export function Ranking({ items, failed, isOld, retry }: RankingProps) {
  const t = useTranslations('home');
  const hours = formatDecimal(String(MARKET_DAY_HOURS), useReading());
  const isDesktop = useIsDesktop();
  const isMember = useIsMember();
  const [chosen, setSide] = useState<Side>(() => (recall('own') ? 'own' : 'risers'));
  const side = isMember || chosen !== 'own' ? chosen : 'risers';
  const ranked = items && (side === 'risers' ? risers(items) : fallers(items));
  return (
    <section className="mt-6">
      <Tabs
        label={t('ranking')}
        value={side}
        onChange={setSide}
        controls="ranking"
        options={[
          ...(isMember ? [{ value: 'own' as const, label: t('own') }] : []),
          { value: 'risers', label: t('risers') },
          { value: 'fallers', label: t('fallers') },
        ]}
        end={<Live old={isOld || failed}>{t('day', { hours })}</Live>}
      />
      <div id="ranking" role="tabpanel" aria-label={t(side)}>
        {failed ? (
          <ErrorState title={t('marketsFailed')} onRetry={retry} />
        ) : side === 'own' ? (
          <LazyBoundary
            part={OWN_MARKETS}
            props={{ items, isOld }}
            fallback={<MarketRowSkeleton count={5} tall />}
            isBesides
          />
        ) : (
          <>
            {!isDesktop && <Heads />}
            {!ranked && <MarketRowSkeleton count={5} />}
            {ranked?.length === 0 && <Empty title={t(side === 'risers' ? 'noRisers' : 'noFallers', { hours })} />}
            {ranked &&
              ranked.length > 0 &&
              (isDesktop ? (
                <LazyBoundary
                  part={MARKET_TABLE}
                  props={{ items: ranked, isOld, label: t(side) }}
                  fallback={<MarketRowSkeleton count={5} />}
                  isBesides
                />
              ) : (
                <Rows items={ranked} isOld={isOld} />
              ))}
          </>
        )}
      </div>
    </section>
  );
}
