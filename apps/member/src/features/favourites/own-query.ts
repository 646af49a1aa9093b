import type { QueryKey } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { currentToken, useIsMember } from '../../platform/session.ts';

/** Per login, so that nobody is shown the stars of the member before them. */
export const keyOf = (token: string | null): QueryKey => ['getFavourites', token];

/** The member's starred markets as the server has them; for Home, whose first load has no more of favourites. */
export function useOwnList() {
  const isMember = useIsMember();
  const { data, isError } = useQuery({
    queryKey: keyOf(currentToken()),
    queryFn: () => post('getFavourites', {}, { quiet: true }),
    enabled: isMember,
  });
  return { ids: isMember && data ? data.list.map((each) => each.m_id) : [], isKnown: !isMember || !!data || isError };
}
