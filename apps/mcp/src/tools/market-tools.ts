import { z } from 'zod';
import { isObject } from '../exact-json.ts';
import { marketOf, refused, symbol } from './markets.ts';
import { tool, type Tool } from './tool.ts';

const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] as const;
const MAX_CANDLES = 300;

/** Public prices. */
export const marketTools: readonly Tool[] = [
  tool({
    name: 'markets',
    title: 'Markets',
    description: 'Every market: last price, mark, change of 24 hours, minimum, steps and fee.',
    input: z.strictObject({}),
    run: (_given, { exchange }) => exchange.open('getMarketList', {}),
  }),
  tool({
    name: 'ticker',
    title: 'Ticker',
    description: 'One market: last price, mark, change and volume of 24 hours, and the best of its book.',
    input: z.strictObject({ symbol }),
    async run(given, { exchange }) {
      const market = await marketOf(exchange, given.symbol);
      const { buy, sell } = await exchange.open('getHuoBiTradeFromRedis', { symbol: market.symbol });
      return { ...market, bid: buy[0] ?? null, ask: sell[0] ?? null };
    },
  }),
  tool({
    name: 'book',
    title: 'Order book',
    description: 'The book of a market, best first, at most 20 levels a side; empty while prices are not fresh.',
    input: z.strictObject({ symbol }),
    async run(given, { exchange }) {
      const market = await marketOf(exchange, given.symbol);
      return exchange.open('getHuoBiTradeFromRedis', { symbol: market.symbol });
    },
  }),
  tool({
    name: 'candles',
    title: 'Candles',
    description:
      'The newest candles of a market, newest first: id is the opening in seconds, amount the volume in the base.',
    input: z.strictObject({ symbol, period: z.enum(PERIODS), size: z.int().min(1).max(MAX_CANDLES).default(100) }),
    async run({ symbol: given, period, size }, { exchange }) {
      const market = await marketOf(exchange, given);
      const answer = await exchange.read(
        `/huobiapi/market/history/kline?symbol=${market.symbol}&period=${period}&size=${size}`,
      );
      if (!isObject(answer) || answer['status'] !== 'ok') throw refused('bad_value', 'There are no such candles');
      return { list: answer['data'] };
    },
  }),
  tool({
    name: 'fees',
    title: 'Fees',
    description: 'The fee of each market as a share of what a fill brings: 0.001 is 0.1 %.',
    input: z.strictObject({}),
    async run(_given, { exchange }) {
      const { list } = await exchange.open('getMarketList', {});
      return { list: list.map(({ title, symbol: name, spot_fee }) => ({ title, symbol: name, spot_fee })) };
    },
  }),
];
