import type { PortfolioCoin } from '@plimsoll/contract/portfolio';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { useIsMember } from '../../platform/session.ts';
import { EVERY_MS } from './queries.ts';

/**
 * What a member has of a coin by its title, its average cost and its profit; undefined for visitors, for a coin that
 * the member never had, and until it is known.
 */
export function useCoinCost(coin: string): PortfolioCoin | undefined {
  const isMember = useIsMember();
  const { data } = useQuery({
    queryKey: ['getPortfolio', 'coins'],
    queryFn: () => post('getPortfolio', { range: 'day', curve: 0 }, { quiet: true }),
    enabled: isMember,
    refetchInterval: EVERY_MS,
  });
  return isMember ? data?.coins.find((each) => each.coinName === coin) : undefined;
}
