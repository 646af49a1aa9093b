import type { Pages } from '@plimsoll/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { refusedWords } from './refused.ts';

/** Rows of a page (PRODUCT 1). */
export const PAGE_SIZE = 10;

/** True when a page is full, so that there may be more. */
export const isFullPage = (rows: readonly unknown[]): boolean => rows.length >= PAGE_SIZE;

/** Which page of a list, from 1, and its number of rows. */
export type PageFields = { readonly page: number; readonly limit: number };

interface PagesOptions<Row> {
  readonly key: readonly unknown[];
  readonly fetchPage: (page: PageFields, signal: AbortSignal) => Promise<{ readonly list: readonly Row[] }>;
  /** The identity of a row: always the same function, because another one makes all rows new. */
  readonly idOf: (row: Row) => number;
  /** How often the list is polled while it holds these rows, in ms; never by default. */
  readonly everyMs?: (rows: readonly Row[]) => number | false;
}

/** A paged list, newest first, without duplicates. Read again it begins with its first page (PRODUCT 1). */
export function usePages<Row>({ key, fetchPage, idOf, everyMs }: PagesOptions<Row>): Pages<Row> {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage({ page: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ list }, pages) => (isFullPage(list) ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) => everyMs?.(state.data?.pages.flatMap(({ list }) => list) ?? []) ?? false,
  });
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ list }) => list);
    return all && [...new Map(all.map((row) => [idOf(row), row])).values()];
  }, [query.data, idOf]);
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const refetch = () => {
    client.setQueryData<typeof query.data>(
      key,
      (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
    );
    return query.refetch();
  };
  return {
    rows,
    failed: isError,
    refused: refusedWords(query.error),
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  };
}

/** The identity of rows with an id. */
export const byId = ({ id }: { readonly id: number }): number => id;
