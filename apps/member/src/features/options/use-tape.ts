import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../platform/client.ts';
import { goesBeyond, stretchBounds, stretchTo, type WireTape } from './stretch.ts';

const SHOWN_AFTER = 2;
/** An end is reported at once: the mark beyond it, which proves it, is read moments later, or comes after a silence. */
const AGAIN_MS = 1000;
const MAX_READS = 15;

/** The stretch of the tape that decided an option; always read from the server. */
export const useTape = (order: OptionOrder | undefined) =>
  useQuery({
    queryKey: ['tape', order?.order_id],
    queryFn: async ({ signal }): Promise<WireTape> => {
      if (!order) return { rules: 2, list: [] };
      const { symbol } = order;
      const { fromSeq, endMs } = stretchBounds(order);
      if (order.rules === 1)
        return {
          rules: 1,
          list: await stretchTo(
            fromSeq,
            endMs,
            async (from) => (await get('tradeTape', { symbol, from }, { signal, quiet: true })).list,
            SHOWN_AFTER,
          ),
        };
      return {
        rules: 2,
        list: await stretchTo(
          fromSeq,
          endMs,
          async (from) => (await get('tape', { symbol, from }, { signal, quiet: true })).list,
          SHOWN_AFTER,
        ),
      };
    },
    enabled: order?.status === OPTION_STATUS.settled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      order && data && dataUpdateCount < MAX_READS && !goesBeyond(data, order) ? AGAIN_MS : false,
    gcTime: 0,
  });
