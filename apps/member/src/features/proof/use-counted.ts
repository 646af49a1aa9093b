import { queryOptions, useQuery } from '@tanstack/react-query';
import { whenIdle } from '../../platform/idle.ts';
import { currentToken, useIsMember } from '../../platform/session.ts';
import type { Counted, NothingOwed } from './owed-check.ts';

const AGAIN_MS = 10 * 60_000;
/** A new member is in the next total. */
const NONE_AGAIN_MS = 60_000;

const countedQuery = (token: string | null) => {
  const queryKey = ['getLiabilityProof', token] as const;
  return queryOptions({
    queryKey,
    async queryFn({ client, signal }) {
      await whenIdle();
      // The formats of the log are large, and nothing waits for them.
      const { readCounted } = await import('./owed-check.ts');
      return readCounted(client, client.getQueryData<Counted | NothingOwed>(queryKey), signal);
    },
    // Nobody asked for it: what it finds stands at the assets.
    meta: { isExpected: true },
    staleTime: ({ state }) => (state.data === 'none' ? NONE_AGAIN_MS : AGAIN_MS),
    refetchInterval: ({ state }) => (state.data === 'none' ? NONE_AGAIN_MS : AGAIN_MS),
  });
};

/**
 * Whether the member's balances are in what the platform says it owes, checked here in idle time (PROOF 5); nothing is
 * asked for a visitor.
 */
export function useCounted() {
  const isMember = useIsMember();
  return useQuery({ ...countedQuery(currentToken()), enabled: isMember });
}
