import type { Pages } from '@plimsoll/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** Rows of a page (spec part 2, section 9). */
const PAGE_SIZE = 10;

interface PagesOptions<Row> {
  /** What is listed, and how it is filtered. */
  readonly key: readonly unknown[];
  readonly fetchPage: (page: { readonly page: number; readonly limit: number }, signal: AbortSignal) => Promise<{ readonly list: readonly Row[] }>;
  /** How often the list is asked for again while it holds these rows, in ms. */
  readonly everyMs: (rows: readonly Row[]) => number | false;
}

/** A paged list, newest first; rows that moved to the next page while scrolling are told once. */
export function usePages<Row extends { readonly id: number }>({ key, fetchPage, everyMs }: PagesOptions<Row>): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage({ page: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ list }, pages) => (list.length >= PAGE_SIZE ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) => everyMs(state.data?.pages.flatMap(({ list }) => list) ?? []),
  });
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ list }) => list);
    return all && [...new Map(all.map((row) => [row.id, row])).values()];
  }, [query.data]);
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  return { rows, failed: isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch };
}
