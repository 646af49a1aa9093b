import {
  SkeletonBlock,
  Button,
  Chips,
  Empty,
  ErrorState,
  Field,
  Icon,
  IconButton,
  Live,
  Loading,
  StaleBar,
  Tabs,
} from '@plimsoll/ui';
import { search } from '@plimsoll/ui/icons-screens';
import { close, offline } from '@plimsoll/ui/icons-shell';
import { formatTime } from '@plimsoll/i18n';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { lastSeenStyle, useFreshness } from '../../platform/connection.ts';
import { useNativeDigits, useSpoken } from '../../platform/language.ts';
import { Star, starredFirst, useFavourites } from '../favourites/index.ts';
import { PageHeader } from '../site/index.ts';
import { ColumnHeads } from './column-heads.tsx';
import { dollarsOf, fractionWidth } from './figures.ts';
import { found, nextSorting } from './market-choice.ts';
import { sorted, type Sorting } from './market-order.ts';
import { MarketRow, MarketRowSkeleton } from './market-row.tsx';
import { MARKETS_EVERY_MS, MARKETS_OLD_MS, useMarketList } from './use-market-list.ts';

const ALL = '0';

/** /market */
export default function MarketScreen() {
  const t = useTranslations('market');
  const app = useTranslations('app');
  const { language } = useSpoken();
  const { on: nativeDigits } = useNativeDigits();
  const [parent, setParent] = useState<string>();
  const [child, setChild] = useState(ALL);
  const [query, setQuery] = useState<string | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const isSearching = query !== null;
  useEffect(() => {
    if (isSearching) searchField.current?.focus();
  }, [isSearching]);
  const [sorting, setSorting] = useState<Sorting | null>(null);

  const currencies = useQuery({
    queryKey: ['getAllCurrencyList'],
    queryFn: () => post('getAllCurrencyList', {}, { quiet: true }),
    staleTime: 600_000,
  });
  const tabs = currencies.data?.list ?? [];
  const tab = tabs.find((each) => String(each.id) === parent) ?? tabs[0];
  const fid = tab === undefined ? undefined : String(tab.id);
  const markets = useQuery({
    queryKey: ['getAllMarketList', fid, child],
    queryFn: () => post('getAllMarketList', { fid, eid: child }, { quiet: true }),
    enabled: fid !== undefined,
    refetchInterval: MARKETS_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  // All markets: for the dollars of pairs that are not quoted in dollars, and to show what was last seen while there is
  // no connection.
  const everything = useMarketList();
  const all = everything.data ?? [];
  const isCutOff = !markets.data && (currencies.isPaused || markets.isPaused);
  const listed = isCutOff ? everything.data : markets.data?.list;
  const updatedAtMs = isCutOff ? everything.dataUpdatedAt : markets.dataUpdatedAt;
  const { isOnline, isOld, ageS } = useFreshness(updatedAtMs, MARKETS_OLD_MS);

  const favourites = useFavourites();
  const matching = listed && found(listed, query ?? '');
  const shown = matching && (sorting ? sorted(matching, sorting) : starredFirst(matching, favourites));
  const align = fractionWidth(listed ?? []);
  const time = formatTime(updatedAtMs, { language: language.code, nativeDigits, style: lastSeenStyle(updatedAtMs) });
  const hasFailed = (currencies.isError && !currencies.data) || (markets.isError && !listed) || (isCutOff && !listed);
  const retry = () => {
    void currencies.refetch();
    void markets.refetch();
  };

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
      {tabs.length > 0 && fid !== undefined && (
        <Tabs
          label={t('tabs')}
          value={fid}
          controls="markets"
          onChange={(next) => {
            setParent(next);
            setChild(ALL);
          }}
          options={tabs.map((each) => ({ value: String(each.id), label: each.currency_name }))}
        />
      )}
      {tab && (
        <Chips
          className="mt-3 px-4"
          label={t('groups')}
          value={child}
          onChange={setChild}
          options={[
            { value: ALL, label: t('all') },
            ...tab.child.map((each) => ({ value: String(each.id), label: each.currency_name })),
          ]}
        />
      )}
      {!tab && !hasFailed && !isCutOff && (
        <>
          <div className="flex h-11.25 items-center gap-5 border-b px-4">
            <SkeletonBlock width={44} height={15} />
            <SkeletonBlock width={36} height={15} />
          </div>
          <SkeletonBlock width={260} height={36} className="mx-4 mt-3" />
        </>
      )}
      {isOld && (
        <StaleBar className="mt-3" {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? app('connection.stale', { seconds: ageS }) : app('connection.offlineSince', { time })}
        </StaleBar>
      )}
      <div id="markets">
        {hasFailed ? (
          <ErrorState
            title={t('failed')}
            text={isCutOff ? app('connection.offline') : t('failedText')}
            onRetry={retry}
          />
        ) : (
          <ColumnHeads sorting={sorting} onSort={(column) => setSorting(nextSorting(sorting, column))} />
        )}
        {!shown && !hasFailed && (
          <Loading label={app('kit.loading')}>
            <MarketRowSkeleton count={10} tall />
          </Loading>
        )}
        {shown?.length === 0 &&
          (query ? (
            <Empty title={t('noMatch', { text: query })}>
              <Button kind="quiet" className="mt-3" onClick={() => setQuery('')}>
                {t('clear')}
              </Button>
            </Empty>
          ) : (
            <Empty title={t('none')} />
          ))}
        {shown && shown.length > 0 && (
          <ul className={`rows @container ${isOld ? 'stale' : ''}`} aria-label={t('list')}>
            {shown.map((item) => (
              <li key={item.id} className="flex items-center">
                <Star market={item} isOn={favourites.includes(item.id)} className="ms-2 -me-3" />
                <div className="min-w-0 flex-1">
                  <MarketRow item={item} align={align} more={{ dollars: dollarsOf(item, all) }} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
