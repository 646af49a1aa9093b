import type { MiningOrder } from '@plimsoll/contract';
import { ACCOUNT_TYPE } from '@plimsoll/contract/codes/assets';
import { MINING_STATUS } from '@plimsoll/contract/codes/mining';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { useMoneyMoved } from '../assets/index.ts';

const PRODUCTS = 'getMiningMachineList';
const ORDERS = 'getMiningMachineOrders';
const BALANCE = 'getCoinBalance';
const BALANCE_EVERY_MS = 5000;
export const OLD_MS = 3 * BALANCE_EVERY_MS;
const RUNNING_EVERY_MS = 30_000;

/** The products. */
export const useProducts = () =>
  useQuery({ queryKey: [PRODUCTS], queryFn: () => post(PRODUCTS, {}, { quiet: true }), select: ({ list }) => list });
/** One product; undefined when it is no longer offered. */
export const useProduct = (id: string) =>
  useQuery({
    queryKey: [PRODUCTS, id],
    queryFn: () => post(PRODUCTS, { id }, { quiet: true }),
    select: ({ list }) => list,
    enabled: id !== '',
  });

/** What is available of a coin in funds. */
export const useFunds = (coinId: number) =>
  useQuery({
    queryKey: [BALANCE, coinId],
    queryFn: () => post(BALANCE, { c_id: coinId }, { quiet: true }),
    refetchInterval: BALANCE_EVERY_MS,
    select: ({ balance_list }) => balance_list.find(({ type }) => type === ACCOUNT_TYPE.funds)?.balance,
  });

/** The member's orders, newest first. */
export const useOrders = (): Pages<MiningOrder> =>
  usePages({
    key: [ORDERS],
    idOf: byId,
    fetchPage: (page, signal) => post(ORDERS, { ...page }, { signal, quiet: true }),
    everyMs: (rows) => (rows.some(({ status }) => status === MINING_STATUS.running) ? RUNNING_EVERY_MS : false),
  });

/** Invalidates what locking changes. */
export function useMiningChanged(): () => void {
  const client = useQueryClient();
  const moneyMoved = useMoneyMoved();
  return () => {
    for (const name of [PRODUCTS, ORDERS, BALANCE]) void client.invalidateQueries({ queryKey: [name] });
    moneyMoved();
  };
}
