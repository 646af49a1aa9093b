import { Icon, IconButton, Live, StaleBar } from '@plimsoll/ui';
import { sort } from '@plimsoll/ui/icons-screens';
import { check, offline } from '@plimsoll/ui/icons-shell';
import { formatTime } from '@plimsoll/i18n';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lastSeenStyle } from '../../platform/connection.ts';
import { useNativeDigits, useSpoken } from '../../platform/language.ts';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { useFavouriteList, useOwnFirst, type FavouriteList } from '../favourites/index.ts';
import { PageHeader } from '../site/index.ts';
import { MarketGroups } from './market-groups.tsx';
import { MarketSide } from './market-side.tsx';
import { MarketRows } from './market-rows.tsx';
import { MarketSearchBar } from './market-search-bar.tsx';
import { MarketSearch } from './market-search.tsx';
import { OwnList } from './own-list.tsx';
import { useMarkets } from './use-markets.ts';
import { useSparklines, type Sparklines } from './use-sparklines.ts';

type Markets = ReturnType<typeof useMarkets>;

/** When the prices are from, as a time of the reader's. */
function useUpdatedAt(updatedAtMs: number): string {
  const { language } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  return formatTime(updatedAtMs, { language: language.code, nativeDigits, style: lastSeenStyle(updatedAtMs) });
}

interface HeadProps {
  readonly markets: Markets;
  readonly isOrdering: boolean;
  /** Absent where there is nothing to order. */
  readonly onOrder: (() => void) | undefined;
}

function Head({ markets: { listed, updatedAtMs, isOld, ageS }, isOrdering, onOrder }: HeadProps) {
  const t = useTranslations('market');
  const app = useTranslations('app.titles');
  const time = useUpdatedAt(updatedAtMs);
  return (
    <PageHeader title={app('market')}>
      {listed && <Live old={isOld}>{isOld ? t('age', { seconds: ageS }) : <span className="n">{time}</span>}</Live>}
      {onOrder && (
        <IconButton
          label={t('order')}
          aria-pressed={isOrdering}
          className="-me-2.5 aria-pressed:text-water"
          onClick={onOrder}
        >
          <Icon of={isOrdering ? check : sort} />
        </IconButton>
      )}
    </PageHeader>
  );
}

interface ListsProps {
  readonly markets: Markets;
  readonly own: FavouriteList;
  readonly sparks: Sparklines;
  readonly isOrdering: boolean;
  readonly onAdd: () => void;
}

/** The tabs and the list of the chosen one. */
function Lists({ markets, own, sparks, isOrdering, onAdd }: ListsProps) {
  const t = useTranslations('app.connection');
  const { updatedAtMs, isOnline, isOld, ageS, isOwn } = markets;
  const time = useUpdatedAt(updatedAtMs);
  return (
    <>
      <MarketGroups markets={markets} />
      {isOld && (
        <StaleBar className="mt-3" {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? t('stale', { seconds: ageS }) : t('offlineSince', { time })}
        </StaleBar>
      )}
      {isOwn ? (
        <OwnList {...{ markets, sparks, isOrdering, onAdd }} favourites={own.ids} isKnown={own.isKnown} />
      ) : (
        <MarketRows markets={markets} favourites={own.ids} sparks={sparks} />
      )}
    </>
  );
}

/** /market: the member's own list, the markets by currency, and the search. */
export default function MarketScreen() {
  const app = useTranslations('app.titles');
  const [query, setQuery] = useState<string | null>(null);
  const [isOrdering, setOrdering] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const own = useFavouriteList();
  useOwnFirst(own);
  const markets = useMarkets(own);
  const sparks = useSparklines();
  const isDesktop = useIsDesktop();
  const canOrder = markets.isOwn && own.ids.length > 1;
  const find = () => {
    setQuery('');
    field.current?.focus();
  };
  const leave = () => {
    setQuery(null);
    field.current?.blur();
  };
  return (
    <>
      {query === null ? (
        <Head
          markets={markets}
          isOrdering={isOrdering}
          onOrder={canOrder ? () => setOrdering(!isOrdering) : undefined}
        />
      ) : (
        <h1 className="sr">{app('market')}</h1>
      )}
      <div className="cols">
        <div>
          <div>
            <MarketSearchBar field={field} query={query} onQuery={setQuery} onLeave={leave} />
            {query === null ? (
              <Lists markets={markets} own={own} sparks={sparks} isOrdering={isOrdering && canOrder} onAdd={find} />
            ) : (
              <MarketSearch
                markets={markets.all}
                favourites={own.ids}
                sparks={sparks}
                query={query}
                isOld={markets.isOld}
                onClear={find}
              />
            )}
          </div>
        </div>
        {isDesktop && <MarketSide items={markets.all} />}
      </div>
    </>
  );
}
