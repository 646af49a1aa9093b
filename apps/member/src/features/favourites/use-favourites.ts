import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { queryClient } from '../../platform/query.ts';
import { currentToken, useIsMember } from '../../platform/session.ts';
import { createStore, useStore } from '../../platform/store.ts';

interface Change {
  readonly market: number;
  readonly isOn: boolean;
}

/** Per login, so that nobody is shown the stars of the member before them. */
const keyOf = (token: string | null) => ['getFavourites', token];

/** Changes without an answer yet, oldest first. What is shown is the server's list with these applied. */
const pending = createStore<readonly Change[]>([]);
let lastSent: Promise<void> = Promise.resolve();

const applied = (ids: readonly number[], { market, isOn }: Change): readonly number[] => {
  if (!isOn) return ids.filter((id) => id !== market);
  return ids.includes(market) ? ids : [...ids, market];
};

/** Ids of the markets that the member starred, in the order of starring; none for visitors. */
export function useFavourites(): readonly number[] {
  const isMember = useIsMember();
  const { data } = useQuery({
    queryKey: keyOf(currentToken()),
    queryFn: () => post('getFavourites', {}, { quiet: true }),
    enabled: isMember,
  });
  const changes = useStore(pending);
  return changes.reduce(applied, isMember && data ? data.list.map((each) => each.m_id) : []);
}

async function send({ market, isOn }: Change, token: string | null): Promise<void> {
  const queryKey = keyOf(token);
  const answer = await post('setFavourite', { market, on: isOn ? 1 : 0 });
  // A list that was asked for before this answer must not replace it.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
}

/**
 * Stars a market, or removes its star. Shown at once; when the server refuses, a toast says why and the list is as
 * before. Changes are sent one after another, so that the last tap decides.
 */
export function changeFavourite(market: number, isOn: boolean): void {
  const change = { market, isOn };
  const token = currentToken();
  pending.set([...pending.get(), change]);
  lastSent = lastSent
    .then(() => (token === currentToken() ? send(change, token) : undefined))
    // The client has reported it.
    .catch(() => undefined)
    .finally(() => pending.set(pending.get().filter((each) => each !== change)));
}
