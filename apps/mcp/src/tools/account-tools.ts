import { z } from 'zod';
import { marketOf, refused, symbol } from './markets.ts';
import { tool, type Tool } from './tool.ts';

const id = z.string().max(20).describe('Its number');
/** The most that a list answers at once. */
const MAX_PAGE = 50;
const page = z.int().min(1).default(1);
const limit = z.int().min(1).max(MAX_PAGE).default(20);

const STATUSES = { all: '0', open: '1', completed: '2', cancelled: '3' } as const;
const OPTION_STATUSES = { all: '0', open: '1', settled: '2' } as const;

/** What the key's member has, ordered and was charged. */
export const accountTools: readonly Tool[] = [
  tool({
    name: 'key',
    title: 'This key',
    description: 'The key of this connection: its rights, markets, networks, caps of 24 hours and end.',
    input: z.strictObject({}),
    run: (_given, { exchange }) => exchange.call('getKeys', {}),
  }),
  tool({
    name: 'balances',
    title: 'Balances',
    description:
      'Balances by account (1 funds, 2 options, 3 quant): balance is available, dbalance frozen. Coins without either are left out.',
    input: z.strictObject({}),
    async run(_given, { exchange }) {
      const { all_price, coinList } = await exchange.call('getUserBalanceList', {});
      const accounts = coinList.map(({ balanceInfo, ...account }) => ({
        ...account,
        balanceInfo: balanceInfo.filter(({ balance, dbalance }) => /[1-9]/.test(balance + dbalance)),
      }));
      return { all_price, coinList: accounts };
    },
  }),
  tool({
    name: 'open_orders',
    title: 'Open orders',
    description: 'Spot orders that are open, newest first. type 1 is a buy, 2 a sell; xjprice is the limit.',
    input: z.strictObject({ symbol: symbol.optional(), page }),
    async run(given, { exchange }) {
      const market = given.symbol === undefined ? undefined : await marketOf(exchange, given.symbol);
      return exchange.call('tradegetOrderList', {
        ...(market ? { m_id: market.id } : {}),
        status: '1',
        page: String(given.page),
        limit: String(MAX_PAGE),
      });
    },
  }),
  tool({
    name: 'orders',
    title: 'Orders',
    description: 'Spot orders, newest first. status 1 is open, 2 completed, 3 cancelled.',
    input: z.strictObject({
      symbol: symbol.optional(),
      status: z.enum(['all', 'open', 'completed', 'cancelled']).default('all'),
      page,
      limit,
    }),
    async run(given, { exchange }) {
      const market = given.symbol === undefined ? undefined : await marketOf(exchange, given.symbol);
      return exchange.call('tradegetOrderList', {
        ...(market ? { m_id: market.id } : {}),
        status: STATUSES[given.status],
        page: String(given.page),
        limit: String(given.limit),
      });
    },
  }),
  tool({
    name: 'order',
    title: 'Order',
    description: 'One spot order by its number: what was ordered, filled, paid and charged.',
    input: z.strictObject({ id }),
    async run(given, { exchange }) {
      const { list } = await exchange.call('tradegetOrderList', { id: given.id, page: '1', limit: '1' });
      if (!list[0]) throw refused('not_found', 'There is no such order');
      return list[0];
    },
  }),
  tool({
    name: 'fills',
    title: 'Fills',
    description: 'The fills of a market, newest first: bb_id is the order, num in the base, amount in the quote.',
    input: z.strictObject({ symbol, page, limit }),
    async run(given, { exchange }) {
      const market = await marketOf(exchange, given.symbol);
      return exchange.call('tradegetFillList', {
        m_id: market.id,
        page: String(given.page),
        limit: String(given.limit),
      });
    },
  }),
  tool({
    name: 'ledger',
    title: 'Ledger',
    description:
      'Every change of the balances, newest first: st 1 came in, 2 went out. Each has a journal for receipts.',
    input: z.strictObject({ page, limit }),
    run: (given, { exchange }) =>
      exchange.call('getBillList', { page: String(given.page), limit: String(given.limit) }),
  }),
  tool({
    name: 'option_terms',
    title: 'Options: terms',
    description:
      'Terms of new options by duration: hytime in seconds, hymin and hymax bound the stake, hyrate is the profit of a win per unit staked.',
    input: z.strictObject({}),
    run: (_given, { exchange }) => exchange.call('getHyConfig', {}),
  }),
  tool({
    name: 'options',
    title: 'Options',
    description: 'Options, newest first: hyzd 1 is up, 2 down; outcome win, lose, tie or void.',
    input: z.strictObject({ status: z.enum(['all', 'open', 'settled']).default('all'), page, limit }),
    run: (given, { exchange }) =>
      exchange.call('getHyOrderList', {
        status: OPTION_STATUSES[given.status],
        page: String(given.page),
        limit: String(given.limit),
      }),
  }),
  tool({
    name: 'option',
    title: 'Option',
    description: 'One option by its number, with the marks that decided it.',
    input: z.strictObject({ id }),
    run: (given, { exchange }) => exchange.call('getHyOrderInfo', { order_id: given.id }),
  }),
];
