import { queryOptions, useQuery } from '@tanstack/react-query';
import { post } from './client.ts';
import { useIsMember } from './session.ts';

/** The member's own data. */
export const memberQuery = queryOptions({
  queryKey: ['getusr'],
  queryFn: () => post('getusr', {}, { quiet: true }),
  staleTime: 15_000,
});

/** The member's own data; nothing is asked for a visitor. */
export function useMember() {
  const isMember = useIsMember();
  return useQuery({ ...memberQuery, enabled: isMember });
}
