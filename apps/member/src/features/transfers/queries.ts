import type { MemberTransfer } from '@plimsoll/contract';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { useMoneyMoved } from '../assets/index.ts';

const COINS = 'getTransferCoin';
const SENT = 'getInternalTransferList';
const EVERY_MS = 5000;
export const OLD_MS = 3 * EVERY_MS;
const ON_ITS_WAY_EVERY_MS = 10_000;

/** What can be sent, and its fees. */
export const useTransferCoins = () =>
  useQuery({ queryKey: [COINS], queryFn: () => post(COINS, {}, { quiet: true }), refetchInterval: EVERY_MS });

/** What the member sent, newest first. */
export const useSent = (status: '0' | '1' | '2' | '3'): Pages<MemberTransfer> =>
  usePages({
    key: [SENT, status],
    idOf: byId,
    fetchPage: (page, signal) => post(SENT, { status, ...page }, { signal, quiet: true }),
    everyMs: (rows) =>
      rows.some((each) => each.status === MEMBER_TRANSFER_STATUS.transferring) ? ON_ITS_WAY_EVERY_MS : false,
  });

/** Invalidates what sending or cancelling changes. */
export function useSentChanged(): () => void {
  const client = useQueryClient();
  const moneyMoved = useMoneyMoved();
  return () => {
    for (const name of [COINS, SENT]) void client.invalidateQueries({ queryKey: [name] });
    moneyMoved();
  };
}
