import type { Stake } from '@plimsoll/contract';
import { ACCOUNT_TYPE } from '@plimsoll/contract/codes/assets';
import { STAKE_STATUS } from '@plimsoll/contract/codes/staking';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { useMoneyMoved } from '../assets/index.ts';

const PROJECTS = 'getStakingProjects';
const STAKES = 'getStakingOrderList';
const BALANCE = 'getCoinBalance';
const BALANCE_EVERY_MS = 5000;
const ACTIVE_EVERY_MS = 30_000;

/** The projects. */
export const useProjects = () =>
  useQuery({ queryKey: [PROJECTS], queryFn: () => post(PROJECTS, {}, { quiet: true }), select: ({ list }) => list });

/** What is available of a coin in funds. */
export const useFunds = (coinId: number) =>
  useQuery({
    queryKey: [BALANCE, coinId],
    queryFn: () => post(BALANCE, { c_id: coinId }, { quiet: true }),
    refetchInterval: BALANCE_EVERY_MS,
    select: ({ balance_list }) => balance_list.find(({ type }) => type === ACCOUNT_TYPE.funds)?.balance,
  });

export type StakeFilter = '' | '0' | '1' | '2';

/** The member's stakes, newest first. */
export const useStakes = (status: StakeFilter): Pages<Stake> =>
  usePages({
    key: [STAKES, status],
    idOf: byId,
    fetchPage: (page, signal) => post(STAKES, { status, ...page }, { signal, quiet: true }),
    everyMs: (rows) => (rows.some((each) => each.status === STAKE_STATUS.active) ? ACTIVE_EVERY_MS : false),
  });

/** Invalidates what staking or redeeming changes. */
export function useStakingChanged(): () => void {
  const client = useQueryClient();
  const moneyMoved = useMoneyMoved();
  return () => {
    for (const name of [PROJECTS, STAKES, BALANCE]) void client.invalidateQueries({ queryKey: [name] });
    moneyMoved();
  };
}
