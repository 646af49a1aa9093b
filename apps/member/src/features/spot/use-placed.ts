import type { SpotOrder } from '@plimsoll/contract';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { PAGE_SIZE } from '../../platform/use-pages.ts';
import { ORDERS } from './queries.ts';

/** What was sent, to be compared with what came of it. */
export interface Placed {
  readonly id: number;
  readonly marketId: string;
  /** Best price of the other side when it was sent; empty where there was none. */
  readonly best: string;
  /** What a market buy was allowed to spend; empty for other orders. */
  readonly budget: string;
  /** The market's rate of the fee when it was sent, of 1. */
  readonly feeRate: string;
}

/** An order that was just placed; undefined until it is read. */
export const usePlaced = ({ id, marketId }: Placed) =>
  useQuery({
    queryKey: [ORDERS, 'placed', id],
    queryFn: async ({ signal }): Promise<SpotOrder> => {
      const fields = { status: '0', m_id: marketId, page: 1, limit: PAGE_SIZE } as const;
      const { list } = await post('tradegetOrderList', fields, { signal, quiet: true });
      const order = list.find((each) => each.id === id);
      if (!order) throw new Error('the order is older than the newest page');
      return order;
    },
  });
