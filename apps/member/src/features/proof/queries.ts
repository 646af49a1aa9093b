import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readOwed } from './owed-check.ts';
import { meetKept } from './kept-head.ts';
import { readLatest, readLogHead, readWitnessKeys, type LogHead } from './log-files.ts';

const EVERY_MS = 2_000;
/** Witnesses are configured at a start of the server. */
const WITNESSES_KEPT_MS = 60_000;

const witnessesQuery = queryOptions({
  queryKey: ['log', 'witnesses'],
  queryFn: ({ signal }) => readWitnessKeys(signal),
  staleTime: WITNESSES_KEPT_MS,
});

/** The head of the log, followed; null before it has begun. */
export const useLogHead = () =>
  useQuery({
    queryKey: ['log', 'head'],
    queryFn: async ({ client, signal }) => readLogHead(await client.fetchQuery(witnessesQuery), signal),
    refetchInterval: EVERY_MS,
  });

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

/** What a head, read at this time, is to the one that this browser kept; of the head before it meanwhile. */
export const useContinuity = (head: LogHead, readAtMs: number) =>
  useQuery({
    queryKey: ['log', 'kept', head.note],
    // The library keeps no undefined.
    queryFn: async ({ signal }) => (await meetKept(head, readAtMs, signal)) ?? null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Epochs are an hour long in a deployment. */
const OWED_EVERY_MS = 60_000;

/** The newest published total of all liabilities, checked here. */
export const useOwed = () =>
  useQuery({
    queryKey: ['log', 'owed'],
    queryFn: ({ signal }) => readOwed(signal),
    // Before the first epoch there is none, which its section says.
    meta: { isExpected: true },
    staleTime: OWED_EVERY_MS,
    refetchInterval: OWED_EVERY_MS,
  });
