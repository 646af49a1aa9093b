import type { AccountType } from '@plimsoll/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { useMoneyMoved } from '../assets/index.ts';
import { useBook } from '../spot/index.ts';
import type { Books, ConvertWay } from './estimate.ts';

const COINS = 'getCanExchangeCoin';
/** As often as an order book (PRODUCT 17). */
const EVERY_MS = 2000;
export const OLD_MS = 3 * EVERY_MS;

/** The coins that can be exchanged in an account, with balances and live prices. */
export const useExchangeCoins = (type: AccountType) =>
  useQuery({
    queryKey: [COINS, type],
    queryFn: () => post(COINS, { type }, { quiet: true }),
    refetchInterval: EVERY_MS,
  });

/** The visible books along a way, and when the oldest was received; `olderMs` before that. */
export function useBooks(
  way: ConvertWay | undefined,
  olderMs: number,
): { readonly books: Books; readonly updatedAt: number } {
  const [first, second] = [useBook(way?.markets[0]?.symbol), useBook(way?.markets[1]?.symbol)];
  const updatedAt = Math.min(olderMs, ...[first, second].map(({ dataUpdatedAt }) => dataUpdatedAt || olderMs));
  return { books: [first.data, second.data], updatedAt };
}

/** Invalidates what an exchange changes. */
export function useExchanged(): () => void {
  const client = useQueryClient();
  const moneyMoved = useMoneyMoved();
  return () => {
    void client.invalidateQueries({ queryKey: [COINS] });
    moneyMoved();
  };
}
