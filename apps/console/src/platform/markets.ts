import type { MarketForOperator } from '@plimsoll/contract/operator';
import { useGetList } from 'ra-core';

const MOST = 50;

/** The markets as a list to choose from, for filters. */
export function useMarketChoices(): readonly { readonly value: string; readonly label: string }[] {
  const { data = [] } = useGetList<MarketForOperator>('markets', { pagination: { page: 1, perPage: MOST }, sort: { field: 'id', order: 'ASC' }, filter: {} });
  return data.map(({ id, title }) => ({ value: String(id), label: title }));
}
