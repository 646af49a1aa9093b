import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Answer } from '@plimsoll/contract';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { post } from '../../platform/client.ts';

const IDENTITY = 'getIdentity';
const MEMBER = 'getusr';
const WAITING_EVERY_MS = 10_000;

async function read(client: QueryClient): Promise<Answer<'getIdentity'>> {
  const identity = await post(IDENTITY, {}, { quiet: true });
  // The side panel has the same status from the first moment.
  client.setQueryData<Answer<'getusr'>>([MEMBER], (member) => member && { ...member, rzstatus: identity.rzstatus });
  return identity;
}
const identityOptions = (client: QueryClient) =>
  queryOptions({
    queryKey: [IDENTITY],
    queryFn: () => read(client),
    refetchInterval: ({ state }) => (state.data?.rzstatus === IDENTITY_STATUS.review ? WAITING_EVERY_MS : false),
  });

/** The member's identity and last application; polled while it is under review. */
export const useIdentity = () => useQuery(identityOptions(useQueryClient()));

/** Invalidates what applying changes. */
export function useIdentityChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of [IDENTITY, MEMBER]) void client.invalidateQueries({ queryKey: [name] });
  };
}
