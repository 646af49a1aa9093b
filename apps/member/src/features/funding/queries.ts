import type { WithdrawType } from '@plimsoll/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../platform/client.ts';
import { useSpoken } from '../../platform/language.ts';
import { useMoneyMoved } from '../assets/index.ts';

const COINS = 'getCanWithdrawCoin';
const TERMS = 'getUserCoinBalance';
const EVERY_MS = 5000;
export const OLD_MS = 3 * EVERY_MS;

/** The coins that can be withdrawn. */
export const useWithdrawCoins = () =>
  useQuery({ queryKey: [COINS], queryFn: () => get(COINS, {}, { quiet: true }), select: ({ list }) => list });

/** The terms of a withdrawal to a card or to the bound address; read again when the page is opened. */
export const useTerms = (coinId: number, type: WithdrawType, cardId: number | undefined) =>
  useQuery({
    queryKey: [TERMS, coinId, type, cardId, useSpoken().code],
    queryFn: () => post(TERMS, { c_id: coinId, type: 1, withdraw_type: type, bank_id: cardId }, { quiet: true }),
    refetchInterval: EVERY_MS,
    refetchOnMount: 'always',
    enabled: coinId > 0,
    // The other method of the same coin has the same figures, and so has another language.
    placeholderData: (before, query) => (query?.queryKey[1] === coinId ? before : undefined),
  });

/** Invalidates what a deposit or a withdrawal changes. */
export function useFundingChanged(): () => void {
  const client = useQueryClient();
  const moneyMoved = useMoneyMoved();
  return () => {
    for (const name of [COINS, TERMS, 'getrecharge', 'getusraddress', 'getUserBankList'])
      void client.invalidateQueries({ queryKey: [name] });
    moneyMoved();
  };
}
