import type { Answer, SpotOrder } from '@plimsoll/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAmount, rate } from '@plimsoll/money';
import type { Pages } from '@plimsoll/ui';
import { post } from '../../platform/client.ts';
import { byId, PAGE_SIZE, usePages } from '../../platform/use-pages.ts';
import { bookOf } from './book-rows.ts';
import { OLD_AFTER_MS } from './moved.ts';
import type { Available } from './terms.ts';

/** Polling intervals of the spot screens (PRODUCT 9), in ms. */
const MARKETS_MS = 1000;
const BOOK_MS = 2000;
/** The member's own data: read after every submit, and so often. */
const OWN_MS = 3000;

export const ORDERS = 'tradegetOrderList';
const BALANCE = 'getMarketBalance';
const FILLS = 'tradegetFillList';
const FILLS_SHOWN = 50;
const FILLS_MS = 10_000;

export const useMarkets = () =>
  useQuery({
    // A key of its own: the market slice's list keeps the rows alone.
    queryKey: ['getMarketList', 'spot'],
    queryFn: ({ signal }) => post('getMarketList', {}, { signal, quiet: true }),
    refetchInterval: MARKETS_MS,
    select: ({ list }) => list,
  });

/** The visible book of a market; nothing is asked for without one. */
export const useBook = (symbol: string | undefined) =>
  useQuery({
    enabled: symbol !== undefined,
    queryKey: ['getHuoBiTradeFromRedis', symbol],
    queryFn: ({ signal }) => post('getHuoBiTradeFromRedis', { symbol: symbol ?? '' }, { signal, quiet: true }),
    refetchInterval: BOOK_MS,
    // Who returns to the market waits for its book.
    gcTime: OLD_AFTER_MS,
    select: bookOf,
  });

const availableOf = ({
  usdt_balance,
  coin_balance,
  lean_buy,
  lean_sell,
}: Answer<'getMarketBalance'>): Available | undefined => {
  const quote = parseAmount(usdt_balance);
  const base = parseAmount(coin_balance);
  return quote === null || base === null
    ? undefined
    : { quote, base, lean: { buy: rate(lean_buy), sell: rate(lean_sell) } };
};

export const useAvailable = (marketId: string) =>
  useQuery({
    queryKey: [BALANCE, marketId],
    queryFn: ({ signal }) => post('getMarketBalance', { m_id: marketId }, { signal, quiet: true }),
    refetchInterval: OWN_MS,
    select: availableOf,
  });

/** The newest fills of a market, newest first, one page; `isWhole` when there are no more. */
export const useFills = (marketId: string, isOn = true) =>
  useQuery({
    queryKey: [FILLS, marketId],
    queryFn: ({ signal }) =>
      post('tradegetFillList', { m_id: marketId, page: 1, limit: FILLS_SHOWN }, { signal, quiet: true }),
    refetchInterval: FILLS_MS,
    enabled: isOn,
    select: ({ list }) => ({ list, isWhole: list.length < FILLS_SHOWN }),
  });

/** The open orders of a market, newest first, one page. */
export const useOpenOrders = (marketId: string, isOn = true) =>
  useQuery({
    enabled: isOn,
    queryKey: [ORDERS, 'open', marketId],
    queryFn: ({ signal }) =>
      post('tradegetOrderList', { status: '1', m_id: marketId, page: 1, limit: PAGE_SIZE }, { signal, quiet: true }),
    refetchInterval: OWN_MS,
    select: ({ list }) => list,
  });

export interface OrderFilter {
  readonly status: '1' | '2' | '3';
  /** 0 all, 1 buy, 2 sell. */
  readonly type: '0' | '1' | '2';
}

/** The member's orders. */
export const useOrderPages = (filter: OrderFilter): Pages<SpotOrder> =>
  usePages({
    key: [ORDERS, 'pages', filter.status, filter.type],
    idOf: byId,
    fetchPage: (page, signal) => post('tradegetOrderList', { ...filter, ...page }, { signal, quiet: true }),
  });

/** Invalidates what an order changes: balances and orders. */
export function useOrdersChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [ORDERS] });
    void client.invalidateQueries({ queryKey: [BALANCE] });
    void client.invalidateQueries({ queryKey: [FILLS] });
  };
}
