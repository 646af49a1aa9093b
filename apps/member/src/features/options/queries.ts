import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import type { Pages } from '@plimsoll/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { post } from '../../platform/client.ts';
import { usePages } from '../../platform/use-pages.ts';
import { LINE_LOOK_MS, LOOK_EVERY_MS, nextLookMs } from './countdown.ts';
import { syncServerClock, serverNow } from './server-clock.ts';
import { termsOf } from './terms.ts';

/** How often the options markets are polled (PRODUCT 11), in ms. */
export const OPTION_MARKETS_MS = 2500;
/** Terms and balance: read after every submit and settlement, and so often. */
const TERMS_MS = 10_000;
const LIMITS_MS = 30_000;

const TERMS = 'getHyConfig';
const ORDERS = 'getHyOrderList';
const ORDER = 'getHyOrderInfo';
const LIMITS = 'getHyLimit';
const STATS = 'getHyStats';

/** The periods of statistics, in days; 0 for all. */
export const STATS_DAYS = ['7', '30', '0'] as const;
export type StatsDays = (typeof STATS_DAYS)[number];

/** The terms of new options, and the balance. */
export const useTerms = () =>
  useQuery({
    queryKey: [TERMS],
    queryFn: ({ signal }) => post(TERMS, {}, { signal, quiet: true }),
    refetchInterval: TERMS_MS,
    select: termsOf,
  });

export const useLimits = () =>
  useQuery({
    queryKey: [LIMITS],
    queryFn: ({ signal }) => post(LIMITS, {}, { signal, quiet: true }),
    refetchInterval: LIMITS_MS,
  });

/** What the settled options of a period came to; the period before stays until the next is there. */
export const useStats = (days: StatsDays) =>
  useQuery({
    queryKey: [STATS, days],
    queryFn: ({ signal }) => post(STATS, { days }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** When the line of an option, or its end, is known. */
interface DueLook {
  readonly atMs: number;
  readonly isLine: boolean;
}

const dueOf = (order: OptionOrder): DueLook =>
  order.selltime === null
    ? { atMs: Date.parse(order.buytime) + (order.line_delay ?? 0), isLine: true }
    : { atMs: Date.parse(order.selltime), isLine: false };

/** Calls `look` after a moment, then every five seconds (PRODUCT 11), until the moment changes. */
function useLooks(due: DueLook | undefined, look: () => void): void {
  const { atMs: dueAtMs, isLine = false } = due ?? {};
  const onDue = useEffectEvent(look);
  useEffect(() => {
    if (dueAtMs === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        onDue();
        wait(isLine ? LINE_LOOK_MS : LOOK_EVERY_MS);
      }, ms);
    };
    wait(isLine ? Math.max(LINE_LOOK_MS, dueAtMs + LINE_LOOK_MS - serverNow()) : nextLookMs(dueAtMs, serverNow()));
    return () => clearTimeout(timer);
  }, [dueAtMs, isLine]);
}

const orderId = ({ order_id }: OptionOrder): number => order_id;

const useOptionPages = (status: '1' | '2'): Pages<OptionOrder> =>
  usePages({
    key: [ORDERS, status],
    idOf: orderId,
    async fetchPage(asked, signal) {
      const page = await post(ORDERS, { status, ...asked }, { signal, quiet: true });
      syncServerClock(page.list);
      return page;
    },
  });

/** When the first of these orders is due; undefined without any. */
const firstDue = (orders: readonly OptionOrder[]): DueLook | undefined =>
  orders.map(dueOf).toSorted((a, b) => a.atMs - b.atMs)[0];

/** The open options, newest first; read again when one of them is due. */
export function useOpenOptions(): Pages<OptionOrder> {
  const client = useQueryClient();
  const pages = useOptionPages('1');
  useLooks(
    firstDue(pages.rows ?? []),
    () =>
      // Whoever else shows them looks at the same moment: once is enough.
      void client.invalidateQueries({ queryKey: [ORDERS, '1'] }, { cancelRefetch: false }),
  );
  return pages;
}

export const useSettledOptions = (): Pages<OptionOrder> => useOptionPages('2');

const orderQuery = (orderId: number) => ({
  queryKey: [ORDER, orderId] as const,
  // One that is gone, or of another member, is not shown.
  meta: { isExpected: true },
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const order = await post(ORDER, { order_id: orderId }, { signal, quiet: true });
    syncServerClock([order]);
    return order;
  },
});

/** One option; polled until its line is drawn, and from its expiry until it is settled. */
export function useOption(orderId: number) {
  const query = useQuery(orderQuery(orderId));
  const { data: order, refetch } = query;
  const isOpen = order?.status === OPTION_STATUS.open;
  useLooks(isOpen ? dueOf(order) : undefined, () => void refetch());
  return query;
}

/** Reads an option once, past any cache. */
export function useAskOption(): (orderId: number) => Promise<OptionOrder> {
  const client = useQueryClient();
  return (orderId) => client.fetchQuery({ ...orderQuery(orderId), staleTime: 0 });
}

/** Invalidates what placing or settling an option changes: lists, balance, today's loss. */
export function useOptionsChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of [ORDERS, TERMS, LIMITS, STATS]) void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Keeps limits that were just answered. */
export function useLimitsChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [LIMITS] });
}
