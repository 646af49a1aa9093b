import type { Overview } from '@plimsoll/contract/operator';
import { useQuery } from '@tanstack/react-query';
import { ask } from './api.ts';

/** A queue, by its name on the wire. */
export type QueueName = keyof Overview['queues'];

const LOOK_EVERY_MS = 5000;

/** Queues, feed and chain heads, polled once for all who show them. */
export const useOverview = () =>
  useQuery({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => (await ask<Overview>('GET', '/overview', { signal })).data,
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  });
