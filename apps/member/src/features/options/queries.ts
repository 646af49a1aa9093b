import type { OptionOrder } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { get, post } from '../../platform/client.ts';
import { usePages } from '../../platform/use-pages.ts';
import { LOOK_EVERY_MS, nextLookMs } from './countdown.ts';
import { hearTime, serverNow } from './server-clock.ts';
import { stretchOf, type WireTick } from './tape.ts';
import { termsOf } from './terms.ts';

/** The options market list (spec part 2, section 9), in ms. */
export const OPTION_MARKETS_MS = 2500;
/** Terms and balance: asked again after every submit and settlement, and besides so often. */
const TERMS_MS = 10_000;
const LIMITS_MS = 30_000;

const TERMS = 'getHyConfig';
const ORDERS = 'getHyOrderList';
const ORDER = 'getHyOrderInfo';
const LIMITS = 'getHyLimit';

/** The terms of new options, and what can be staked. */
export const useTerms = () =>
  useQuery({
    queryKey: [TERMS],
    queryFn: ({ signal }) => post(TERMS, {}, { signal, quiet: true }),
    refetchInterval: TERMS_MS,
    select: termsOf,
  });

export const useLimits = () =>
  useQuery({ queryKey: [LIMITS], queryFn: ({ signal }) => post(LIMITS, {}, { signal, quiet: true }), refetchInterval: LIMITS_MS });

/** Calls `look` just after a moment, and every five seconds from then on (spec part 2, section 9), until the moment changes. */
function useLooks(dueAtMs: number | undefined, look: () => void): void {
  const onDue = useEffectEvent(look);
  useEffect(() => {
    if (dueAtMs === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(() => { onDue(); wait(LOOK_EVERY_MS); }, ms);
    };
    wait(nextLookMs(dueAtMs, serverNow()));
    return () => clearTimeout(timer);
  }, [dueAtMs]);
}

const orderId = ({ order_id }: OptionOrder): number => order_id;

/** Options by status, page by page. */
const useOptionPages = (status: '1' | '2'): Pages<OptionOrder> => usePages({
  key: [ORDERS, status],
  idOf: orderId,
  async fetchPage(asked, signal) {
    const page = await post(ORDERS, { status, ...asked }, { signal, quiet: true });
    hearTime(page.list);
    return page;
  },
});

/** When the first of some orders is due; undefined when there are none. */
const firstDueMs = (orders: readonly OptionOrder[]): number | undefined =>
  orders.length === 0 ? undefined : Math.min(...orders.map((order) => Date.parse(order.selltime)));

/** The options in progress, newest first; looked at again when one of them is due. */
export function useOpenOptions(): Pages<OptionOrder> {
  const client = useQueryClient();
  const pages = useOptionPages('1');
  // All pages that are read, where they are.
  useLooks(firstDueMs(pages.rows ?? []), () => void client.invalidateQueries({ queryKey: [ORDERS, '1'] }));
  return pages;
}

export const useSettledOptions = (): Pages<OptionOrder> => useOptionPages('2');

const orderQuery = (orderId: number) => ({
  queryKey: [ORDER, orderId] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const order = await post(ORDER, { order_id: orderId }, { signal, quiet: true });
    hearTime([order]);
    return order;
  },
});

/** One option; asked for every five seconds once it is due, until it is settled. */
export function useOption(orderId: number) {
  const query = useQuery(orderQuery(orderId));
  const { data: order, refetch } = query;
  const isOpen = order?.status === 1;
  useLooks(isOpen ? Date.parse(order.selltime) : undefined, () => void refetch());
  return query;
}

/** Asks once for an option, whatever is kept of it. */
export function useAskOption(): (orderId: number) => Promise<OptionOrder> {
  const client = useQueryClient();
  return (orderId) => client.fetchQuery({ ...orderQuery(orderId), staleTime: 0 });
}

/** Asks again for what an option that was placed or settled changed: the lists, the balance, what was lost today. */
export function useOptionsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of [ORDERS, TERMS, LIMITS]) void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Keeps limits that were just answered. */
export function useLimitsChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [LIMITS] });
}

/** The stretch of the tape that decided an option, as the wire tells it; every look asks the server anew. */
export const useTape = (order: OptionOrder | undefined) =>
  useQuery({
    queryKey: ['tape', order?.order_id],
    queryFn: async ({ signal }): Promise<readonly WireTick[]> => {
      if (!order) return [];
      return stretchOf(order, async (from) => (await get('tape', { symbol: order.symbol, from }, { signal, quiet: true })).list);
    },
    enabled: order?.status === 2,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
