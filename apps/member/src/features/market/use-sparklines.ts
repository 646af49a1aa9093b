import type { Sparkline } from '@plimsoll/contract';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { useFreshness } from '../../platform/connection.ts';

const EVERY_MS = 60_000;
const OLD_MS = 3 * EVERY_MS;

export interface Sparklines {
  readonly of: (marketId: number) => Sparkline | undefined;
  readonly isOld: boolean;
}

/** The last 24 hours of every market, refreshed each minute; empty until they are loaded, or when that fails. */
export function useSparklines(): Sparklines {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['getSparklines'],
    queryFn: async () => {
      const { list } = await post('getSparklines', {}, { quiet: true });
      return new Map(list.map((each) => [each.m_id, each]));
    },
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
  });
  const { isOld } = useFreshness(dataUpdatedAt, OLD_MS);
  return { of: (marketId) => data?.get(marketId), isOld };
}
