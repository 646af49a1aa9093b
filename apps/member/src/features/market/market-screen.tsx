import { Field, Icon, IconButton, Live, StaleBar } from '@plimsoll/ui';
import { search } from '@plimsoll/ui/icons-screens';
import { close, offline } from '@plimsoll/ui/icons-shell';
import { formatTime } from '@plimsoll/i18n';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lastSeenStyle } from '../../platform/connection.ts';
import { useNativeDigits, useSpoken } from '../../platform/language.ts';
import { PageHeader } from '../site/index.ts';
import { MarketGroups } from './market-groups.tsx';
import { MarketRows } from './market-rows.tsx';
import { useMarkets } from './use-markets.ts';

export default function MarketScreen() {
  const t = useTranslations('market');
  const app = useTranslations('app');
  const { language } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  const [query, setQuery] = useState<string | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const isSearching = query !== null;
  useEffect(() => {
    if (isSearching) searchField.current?.focus();
  }, [isSearching]);
  const markets = useMarkets();
  const { listed, updatedAtMs, isOnline, isOld, ageS } = markets;
  const time = formatTime(updatedAtMs, { language: language.code, nativeDigits, style: lastSeenStyle(updatedAtMs) });

  return (
    <>
      <PageHeader title={app('titles.market')}>
        {listed && <Live old={isOld}>{isOld ? t('age', { seconds: ageS }) : <span className="n">{time}</span>}</Live>}
        <IconButton
          label={t(query === null ? 'search' : 'closeSearch')}
          aria-expanded={query !== null}
          className="-me-2.5"
          onClick={() => setQuery(query === null ? '' : null)}
        >
          <Icon of={query === null ? search : close} />
        </IconButton>
      </PageHeader>
      {query !== null && (
        <Field
          className="px-4 pb-2 pt-1 [&_input::-webkit-search-cancel-button]:appearance-none"
          ref={searchField}
          label={t('searchField')}
          labelHidden
          type="search"
          placeholder={t('searchField')}
          value={query}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <MarketGroups markets={markets} />
      {isOld && (
        <StaleBar className="mt-3" {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? app('connection.stale', { seconds: ageS }) : app('connection.offlineSince', { time })}
        </StaleBar>
      )}
      <MarketRows markets={markets} query={query ?? ''} onClear={() => setQuery('')} />
    </>
  );
}
