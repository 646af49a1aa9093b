import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readLatest, readLogHead } from './log-files.ts';

const EVERY_MS = 2_000;

/** The head of the log, followed; null before it has begun. */
export const useLogHead = () =>
  useQuery({ queryKey: ['log', 'head'], queryFn: ({ signal }) => readLogHead(signal), refetchInterval: EVERY_MS });

/** The last hundred entries of a log of this size; those of before meanwhile. */
export const useLatestEntries = (size: number) =>
  useQuery({
    queryKey: ['log', 'latest', size],
    queryFn: ({ signal }) => readLatest(size, signal),
    enabled: size > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
