import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../platform/client.ts';
import { useFreshness } from '../../platform/connection.ts';
import { useSpoken } from '../../platform/language.ts';
import { MARKETS_EVERY_MS, MARKETS_OLD_MS, useMarketList } from './use-market-list.ts';

/** The id that stands for all groups of a tab. */
export const ALL = '0';

/** The groups of markets, the chosen one, and its markets with their age. */
export function useMarkets() {
  const [parent, setParent] = useState<string>();
  const [child, setChild] = useState(ALL);
  const { code } = useSpoken();
  const currencies = useQuery({
    queryKey: ['getAllCurrencyList', code],
    queryFn: () => post('getAllCurrencyList', {}, { quiet: true }),
    staleTime: 600_000,
    // Tabs keep their names until those of another language are there.
    placeholderData: keepPreviousData,
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
  // All markets: for the dollars of pairs in other coins, and for what was last seen when offline.
  const everything = useMarketList();
  const all = everything.data ?? [];
  const isCutOff = !markets.data && (currencies.isPaused || markets.isPaused);
  const listed = isCutOff ? everything.data : markets.data?.list;
  const updatedAtMs = isCutOff ? everything.dataUpdatedAt : markets.dataUpdatedAt;
  const { isOnline, isOld, ageS } = useFreshness(updatedAtMs, MARKETS_OLD_MS);

  const hasFailed = (currencies.isError && !currencies.data) || (markets.isError && !listed) || (isCutOff && !listed);
  const retry = () => {
    void currencies.refetch();
    void markets.refetch();
  };
  const choose = (next: string) => {
    setParent(next);
    setChild(ALL);
  };
  return {
    tabs,
    tab,
    fid,
    child,
    setChild,
    choose,
    all,
    listed,
    isCutOff,
    hasFailed,
    retry,
    updatedAtMs,
    isOnline,
    isOld,
    ageS,
  };
}
