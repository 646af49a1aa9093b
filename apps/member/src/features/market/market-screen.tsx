import { Field, Icon, IconButton, Live, loneLinkClass, StaleBar } from '@plimsoll/ui';
import { search, sort } from '@plimsoll/ui/icons-screens';
import { check, close, offline } from '@plimsoll/ui/icons-shell';
import { formatTime } from '@plimsoll/i18n';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { lastSeenStyle } from '../../platform/connection.ts';
import { useNativeDigits, useSpoken } from '../../platform/language.ts';
import { useFavouriteList } from '../favourites/index.ts';
import { PageHeader } from '../site/index.ts';
import { MarketGroups } from './market-groups.tsx';
import { MarketRows } from './market-rows.tsx';
import { MarketSearch } from './market-search.tsx';
import { OwnList } from './own-list.tsx';
import { useMarkets } from './use-markets.ts';
import { useSparklines } from './use-sparklines.ts';

/** /market: the member's own list, the markets by currency, and the search. */
export default function MarketScreen() {
  const t = useTranslations('market');
  const app = useTranslations('app');
  const { language } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  /** What is searched for; null while the lists are shown. */
  const [query, setQuery] = useState<string | null>(null);
  const [isOrdering, setOrdering] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const own = useFavouriteList();
  const markets = useMarkets(own);
  const sparks = useSparklines();
  const { listed, all, isOwn, updatedAtMs, isOnline, isOld, ageS } = markets;
  const time = formatTime(updatedAtMs, { language: language.code, nativeDigits, style: lastSeenStyle(updatedAtMs) });
  const isSearching = query !== null;
  const canOrder = isOwn && own.ids.length > 1;
  const find = (text: string) => {
    setQuery(text);
    searchField.current?.focus();
  };
  const leave = () => {
    setQuery(null);
    searchField.current?.blur();
  };

  return (
    <>
      {isSearching ? (
        <h1 className="sr">{app('titles.market')}</h1>
      ) : (
        <PageHeader title={app('titles.market')}>
          {listed && <Live old={isOld}>{isOld ? t('age', { seconds: ageS }) : <span className="n">{time}</span>}</Live>}
          {canOrder && (
            <IconButton
              label={t('order')}
              aria-pressed={isOrdering}
              className="-me-2.5 aria-pressed:text-water"
              onClick={() => setOrdering(!isOrdering)}
            >
              <Icon of={isOrdering ? check : sort} />
            </IconButton>
          )}
        </PageHeader>
      )}
      <search
        key="search"
        className={`flex items-center gap-3 bg-bg px-4 pb-2 pt-1 ${isSearching ? 'sticky top-0 z-(--z-header) pt-[calc(var(--safe-t)+8px)]' : ''}`}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape') leave();
        }}
      >
        <Field
          className="flex-1 [&_input::-webkit-search-cancel-button]:appearance-none"
          ref={searchField}
          label={t('search')}
          labelHidden
          type="search"
          placeholder={t('searchField')}
          value={query ?? ''}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onFocus={() => setQuery(query ?? '')}
          onChange={(event) => setQuery(event.target.value)}
          end={
            query ? (
              <IconButton mini label={t('clear')} className="-me-1.5 text-ink-3" onClick={() => find('')}>
                <Icon of={close} size={20} />
              </IconButton>
            ) : (
              <Icon of={search} size={20} className="text-ink-3" />
            )
          }
        />
        {isSearching && (
          <button type="button" className={`${loneLinkClass} flex-none`} onClick={leave}>
            {t('closeSearch')}
          </button>
        )}
      </search>
      {isSearching ? (
        <MarketSearch
          markets={all}
          favourites={own.ids}
          sparks={sparks}
          query={query}
          isOld={isOld}
          onClear={() => find('')}
        />
      ) : (
        <>
          <MarketGroups markets={markets} />
          {isOld && (
            <StaleBar className="mt-3" {...(isOnline ? {} : { icon: offline })}>
              {isOnline ? app('connection.stale', { seconds: ageS }) : app('connection.offlineSince', { time })}
            </StaleBar>
          )}
          {isOwn ? (
            <OwnList
              markets={markets}
              favourites={own.ids}
              sparks={sparks}
              isOrdering={isOrdering && canOrder}
              onAdd={() => find('')}
            />
          ) : (
            <MarketRows markets={markets} favourites={own.ids} sparks={sparks} />
          )}
        </>
      )}
    </>
  );
}
