import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';

/** Rarely changed: read again when the page is opened, at most once a minute. */
const STALE_MS = 60_000;

/** The platform's articles, in the operators' order. */
export const useArticles = () =>
  useQuery({
    queryKey: ['getContentList'],
    queryFn: async () => (await post('getContentList', {}, { quiet: true })).list,
    staleTime: STALE_MS,
  });

/** The platform's partners. */
export const usePartners = () =>
  useQuery({
    queryKey: ['getFriendList'],
    queryFn: async () => (await post('getFriendList', {}, { quiet: true })).list,
    staleTime: STALE_MS,
  });
