import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { queryClient } from '../../platform/query.ts';
import { currentToken, useIsMember } from '../../platform/session.ts';
import { createStore, useStore } from '../../platform/store.ts';

/** A star set or removed, or moved before another one; `null` is the end. */
type Change = { readonly market: number } & ({ readonly isOn: boolean } | { readonly before: number | null });

/** Per login, so that nobody is shown the stars of the member before them. */
const keyOf = (token: string | null) => ['getFavourites', token];

/** Changes without an answer yet, oldest first. What is shown is the server's list with these applied. */
const pending = createStore<readonly Change[]>([]);
let lastSent: Promise<void> = Promise.resolve();

function applied(ids: readonly number[], change: Change): readonly number[] {
  const { market } = change;
  const others = ids.filter((id) => id !== market);
  if ('before' in change) {
    const at = change.before === null ? -1 : others.indexOf(change.before);
    if (!ids.includes(market)) return ids;
    return at < 0 ? [...others, market] : others.toSpliced(at, 0, market);
  }
  if (!change.isOn) return others;
  return ids.includes(market) ? ids : [...ids, market];
}

export interface FavouriteList {
  /** By id, in the member's order; none for visitors. */
  readonly ids: readonly number[];
  /** Once they are loaded. */
  readonly isKnown: boolean;
  /** Loads them again; undefined unless they could not be. */
  readonly retry: (() => void) | undefined;
}

/** The markets that the member starred. */
export function useFavouriteList(): FavouriteList {
  const isMember = useIsMember();
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(currentToken()),
    queryFn: () => post('getFavourites', {}, { quiet: true }),
    enabled: isMember,
  });
  const stored = isMember && data ? data.list.map((each) => each.m_id) : [];
  return {
    ids: useStore(pending).reduce(applied, stored),
    isKnown: !isMember || data !== undefined,
    retry: isMember && isError && !data ? () => void refetch() : undefined,
  };
}

/** Ids of the markets that the member starred, in the member's order; none for visitors. */
export const useFavourites = (): readonly number[] => useFavouriteList().ids;

async function send(change: Change, token: string | null): Promise<void> {
  const queryKey = keyOf(token);
  const { market } = change;
  const answer = await ('before' in change
    ? post('moveFavourite', { market, before: change.before ?? 0 })
    : post('setFavourite', { market, on: change.isOn ? 1 : 0 }));
  // A list that was asked for before this answer must not replace it.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
}

/** Shows a change at once; when the server refuses, a toast says why and the list is as before. Sent one by one. */
function change(each: Change): void {
  const token = currentToken();
  pending.set([...pending.get(), each]);
  lastSent = lastSent
    .then(() => (token === currentToken() ? send(each, token) : undefined))
    // The client has reported it.
    .catch(() => undefined)
    .finally(() => pending.set(pending.get().filter((other) => other !== each)));
}

/** Stars a market, or removes its star. The last tap decides. */
export const changeFavourite = (market: number, isOn: boolean): void => change({ market, isOn });

/** Moves a starred market before another one, or to the end. */
export const moveFavourite = (market: number, before: number | null): void => change({ market, before });
