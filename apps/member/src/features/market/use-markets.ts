import { useIsOnline } from '@plimsoll/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { post } from '../../platform/client.ts';
import { useFreshness } from '../../platform/connection.ts';
import { refusedWords } from '../../platform/refused.ts';
import { useSpoken } from '../../platform/language.ts';
import { useIsMember } from '../../platform/session.ts';
import { recall } from '../../platform/storage.ts';
import type { FavouriteList } from '../favourites/index.ts';
import { MARKETS_EVERY_MS, MARKETS_OLD_MS, useMarketList } from './use-market-list.ts';

/** The id that stands for all groups of a tab. */
export const ALL = '0';

/** The tab of the member's own list, before those of the site. */
export const OWN = 'own';

/** Prices do not wait longer for the member's own list. */
const OWN_WITHIN_MS = 1_000;

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, OWN_WITHIN_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** The groups of markets, in the reader's language. */
function useCurrencies() {
  const { code } = useSpoken();
  return useQuery({
    queryKey: ['getAllCurrencyList', code],
    queryFn: () => post('getAllCurrencyList', {}, { quiet: true }),
    staleTime: 600_000,
    // Tabs keep their names until those of another language are there.
    placeholderData: keepPreviousData,
  });
}

/** The tab; undefined until it is known whether there is an own list. */
function useChosen(own: FavouriteList, isConnected: boolean) {
  const isMember = useIsMember();
  // At once on a device where there was one, as on Home.
  const [chosen, setChosen] = useState<string | undefined>(() => (isMember && recall('own') ? OWN : undefined));
  const isLate = useIsLate();
  // Decided once, before any list is shown: neither the first star nor a late list takes the reader elsewhere.
  if (chosen === undefined && (own.isKnown || own.retry || !isConnected || isLate))
    setChosen(own.ids.length > 0 ? OWN : '');
  return [chosen, setChosen] as const;
}

/**
 * The groups of markets, the chosen one, and its markets with their age. A member with a list of their own begins there;
 * `own` says which markets are in it once they are known.
 */
export function useMarkets(own: FavouriteList) {
  const isConnected = useIsOnline();
  const [chosen, setChosen] = useChosen(own, isConnected);
  const isOwn = chosen === OWN;
  const [parent, setParent] = useState<string>();
  const [child, setChild] = useState(ALL);
  const currencies = useCurrencies();
  const tabs = currencies.data?.list ?? [];
  const tab = tabs.find((each) => String(each.id) === parent) ?? tabs[0];
  const fid = tab === undefined ? undefined : String(tab.id);
  const markets = useQuery({
    queryKey: ['getAllMarketList', fid, child],
    queryFn: () => post('getAllMarketList', { fid, eid: child }, { quiet: true }),
    enabled: fid !== undefined && !isOwn,
    refetchInterval: MARKETS_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  // All markets: for the dollars of pairs in other coins, and for what was last seen when offline.
  const everything = useMarketList();
  const all = everything.data ?? [];
  const isCutOff = !markets.data && (currencies.isPaused || markets.isPaused);
  const usesAll = isCutOff || isOwn;
  const listed = usesAll ? everything.data : markets.data?.list;
  const updatedAtMs = usesAll ? everything.dataUpdatedAt : markets.dataUpdatedAt;
  const { isOnline, isOld, ageS } = useFreshness(updatedAtMs, MARKETS_OLD_MS);

  const hasFailed = isOwn
    ? (everything.isError && !listed) || own.retry !== undefined || !(own.isKnown || isConnected)
    : (currencies.isError && !currencies.data) || (markets.isError && !listed) || (isCutOff && !listed);
  const retry = () => {
    void currencies.refetch();
    void (isOwn ? everything : markets).refetch();
    own.retry?.();
  };
  const choose = (next: string) => {
    setChosen(next);
    if (next !== OWN) setParent(next);
    setChild(ALL);
  };
  return {
    tabs,
    tab,
    fid,
    child,
    setChild,
    choose,
    isOwn,
    isUndecided: chosen === undefined,
    all,
    listed,
    isCutOff,
    hasFailed,
    refused: refusedWords(currencies.error, markets.error),
    retry,
    updatedAtMs,
    isOnline,
    isOld,
    ageS,
  };
}
