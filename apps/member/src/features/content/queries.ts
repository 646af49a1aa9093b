import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';

/** Seldom changed, and never for money: read anew when the page is come back to, a minute apart. */
const STALE_MS = 60_000;

/** What the house tells of itself, in the order operators gave it. */
export const useArticles = () =>
  useQuery({
    queryKey: ['getContentList'],
    queryFn: async () => (await post('getContentList', {}, { quiet: true })).list,
    staleTime: STALE_MS,
  });

/** The house's partners. */
export const usePartners = () =>
  useQuery({
    queryKey: ['getFriendList'],
    queryFn: async () => (await post('getFriendList', {}, { quiet: true })).list,
    staleTime: STALE_MS,
  });
