import type { MarketItem } from '@plimsoll/contract';
import { Button, Empty, ErrorState, Icon, Loading, useReading } from '@plimsoll/ui';
import { plus } from '@plimsoll/ui/icons-screens';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { moveFavourite, Star } from '../favourites/index.ts';
import { coinName } from './coin-names.ts';
import { MarketRowSkeleton } from './market-row.tsx';
import { OrderableList } from './orderable-list.tsx';
import { RecentChips } from './recent-chips.tsx';
import { SparkRow } from './spark-row.tsx';
import type { useMarkets } from './use-markets.ts';
import type { Sparklines } from './use-sparklines.ts';

interface OwnListProps {
  readonly markets: ReturnType<typeof useMarkets>;
  readonly favourites: readonly number[];
  /** Whether the list is known: what was last shown on this device may begin before it. */
  readonly isKnown: boolean;
  readonly sparks: Sparklines;
  readonly isOrdering: boolean;
  readonly onAdd: () => void;
}

/** The markets that the member starred, in the member's order, and those seen last. */
export function OwnList({ markets, favourites, isKnown, sparks, isOrdering, onAdd }: OwnListProps) {
  const t = useTranslations('market');
  const app = useTranslations('app');
  const { language } = useReading();
  const { all, listed, hasFailed, isOld, isOnline, retry } = markets;
  const own = favourites.flatMap((id) => all.find((each) => each.id === id) ?? []);
  const adding = useRef<HTMLButtonElement>(null);
  const count = useRef(own.length);
  // A row goes with its star, and with it the focus.
  useLayoutEffect(() => {
    if (own.length < count.current && document.activeElement === document.body) adding.current?.focus();
    count.current = own.length;
  }, [own.length]);
  const row = (market: MarketItem) => (
    <>
      <Star market={market} isOn className="ms-2" />
      <SparkRow market={market} sparks={sparks} name={coinName(market.coinname, language)} isShort={isOrdering} />
    </>
  );
  if (hasFailed)
    return (
      <ErrorState title={t('failed')} text={isOnline ? t('failedText') : app('connection.offline')} onRetry={retry} />
    );
  if (!listed || !isKnown)
    return (
      <Loading label={app('kit.loading')}>
        <MarketRowSkeleton count={4} tall />
      </Loading>
    );
  return (
    <div id="markets">
      {own.length === 0 && <Empty title={t('ownEmpty')} text={t('ownEmptyText')} className="pt-8" />}
      {own.length > 0 && (
        <OrderableList
          items={own}
          isOrdering={isOrdering}
          label={t('own')}
          className={`rows mt-1 ${isOld ? 'stale' : ''}`}
          draw={row}
          onMove={moveFavourite}
        />
      )}
      <div className="px-4 pt-4">
        <Button ref={adding} kind="quiet" className="w-full" onClick={onAdd}>
          <Icon of={plus} size={20} />
          {t('add')}
        </Button>
      </div>
      <RecentChips markets={all} without={favourites} />
    </div>
  );
}
