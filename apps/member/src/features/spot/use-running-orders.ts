import type { SpotOrder } from '@plimsoll/contract';
import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { post } from '../../platform/client.ts';
import { PAGE_SIZE } from '../../platform/use-pages.ts';
import { ORDERS } from './queries.ts';

/** How often open orders are looked at while there are any, and while there are none, in ms. */
const OPEN_EVERY_MS = 5000;
const NONE_EVERY_MS = 60_000;

const newest = (status: '0' | '1', signal?: AbortSignal) =>
  post('tradegetOrderList', { status, page: 1, limit: PAGE_SIZE }, { quiet: true, ...(signal && { signal }) });

/** The member's newest open orders in all markets. */
export const useRunningOrders = () =>
  useQuery({
    queryKey: [ORDERS, 'running'],
    queryFn: ({ signal }) => newest('1', signal),
    select: ({ list }) => list,
    refetchInterval: ({ state }) => (state.data?.list.length ? OPEN_EVERY_MS : NONE_EVERY_MS),
  });

/** The member's newest orders in all markets, whatever became of them. */
export const useNewestOrders = () =>
  useQuery({
    queryKey: [ORDERS, 'newest'],
    queryFn: ({ signal }) => newest('0', signal),
    select: ({ list }) => list,
  });

/** Calls once for each order that waited in the book and was filled whole while this is drawn. */
export function useFilledOrders(open: readonly SpotOrder[] | undefined, onFilled: (order: SpotOrder) => void): void {
  const before = useRef<readonly SpotOrder[]>([]);
  const look = useEffectEvent(async (gone: ReadonlySet<number>) => {
    const { list } = await newest('0');
    for (const order of list) if (gone.has(order.id) && order.status === SPOT_STATUS.completed) onFilled(order);
  });
  useEffect(() => {
    if (!open) return;
    const standing = new Set(open.map(({ id }) => id));
    const gone = new Set(before.current.map(({ id }) => id).filter((id) => !standing.has(id)));
    before.current = open;
    // What cannot be read now is in the list of orders all the same.
    if (gone.size > 0) void look(gone).catch(() => undefined);
  }, [open]);
}
