import type { Answer } from '@plimsoll/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../platform/client.ts';
import { useSpoken } from '../../platform/language.ts';

const NETWORKS = 'getrecharge';
const ADDRESSES = 'getusraddress';
const CARDS = 'getUserBankList';

/** Coins with their networks, named in the present language. */
export const useNetworkCoins = () =>
  useQuery({
    queryKey: [NETWORKS, useSpoken().code],
    queryFn: () => get(NETWORKS, {}, { quiet: true }),
    select: ({ list }) => list,
    placeholderData: keepPreviousData,
  });
/** The member's addresses, one a coin. */
export const useAddresses = () =>
  useQuery({
    queryKey: [ADDRESSES, useSpoken().code],
    queryFn: () => get(ADDRESSES, {}, { quiet: true }),
    placeholderData: keepPreviousData,
  });
/** The member's cards, oldest first. */
export const useCards = () => useQuery({ queryKey: [CARDS], queryFn: () => post(CARDS, {}, { quiet: true }) });

const BOOK = 'getAddressBook';
/** The address of the address book. */
export const BOOK_VIEW = '/bindMentionAddress?view=book';
/** The member's address book. */
export const useBook = () =>
  useQuery({
    queryKey: [BOOK, useSpoken().code],
    queryFn: () => post(BOOK, {}, { quiet: true }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
/** True when an address is in the book and allowed by now. */
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
/** Reads the book again; resolves when it is there. */
export function useBookChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [BOOK] });
}

/** Reads the addresses again; resolves when they are there. */
export function useAddressesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ADDRESSES] });
}

/** Reads the cards again; resolves when they are there. */
export function useCardsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [CARDS] });
}
