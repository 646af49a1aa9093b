import type { Answer } from '@plimsoll/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../platform/client.ts';

const NETWORKS = 'getrecharge';
const ADDRESSES = 'getusraddress';
const CARDS = 'getUserBankList';

/** Coins with the networks they travel by. */
export const useNetworkCoins = () =>
  useQuery({ queryKey: [NETWORKS], queryFn: () => get(NETWORKS, {}, { quiet: true }), select: ({ list }) => list });
/** The member's addresses, one a coin. */
export const useAddresses = () =>
  useQuery({ queryKey: [ADDRESSES], queryFn: () => get(ADDRESSES, {}, { quiet: true }) });
/** The member's cards, oldest first. */
export const useCards = () => useQuery({ queryKey: [CARDS], queryFn: () => post(CARDS, {}, { quiet: true }) });

const BOOK = 'getAddressBook';
/** Where the book of addresses is. */
export const BOOK_VIEW = '/bindMentionAddress?view=book';
/** The addresses that the member keeps. */
export const useBook = () =>
  useQuery({ queryKey: [BOOK], queryFn: () => post(BOOK, {}, { quiet: true }), refetchOnMount: 'always' });
/** True when an address is kept and counts as allowed by now. */
export const isOpenInBook = (
  book: Answer<'getAddressBook'> | undefined,
  coinId: number,
  address: string | undefined,
  nowMs: number,
): boolean =>
  book?.list.some(
    (entry) =>
      entry.c_id === coinId &&
      entry.address === address &&
      entry.opens_at !== null &&
      Date.parse(entry.opens_at) <= nowMs,
  ) === true;
/** Asks again for the book; settled when it is there. */
export function useBookChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [BOOK] });
}

/** Asks again for the addresses; settled when they are there. */
export function useAddressesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ADDRESSES] });
}

/** Asks again for the cards; settled when they are there. */
export function useCardsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [CARDS] });
}
