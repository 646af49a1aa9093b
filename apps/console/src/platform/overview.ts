import type { Overview } from '@plimsoll/contract/operator';
import { useQuery } from '@tanstack/react-query';
import { ask } from './api.ts';

/** A queue that waits for decisions, by its name on the wire. */
export type QueueName = keyof Overview['queues'];

/** How often the queues are counted and the feed looked at. */
const LOOK_EVERY_MS = 5000;

/**
 * What waits, how the prices are, where the chains end: asked again every five seconds by whoever shows any of it, once
 * for all.
 */
export const useOverview = () =>
  useQuery({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => (await ask<Overview>('GET', '/overview', { signal })).data,
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  });
