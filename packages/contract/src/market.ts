import { z } from 'zod';
import { call, decimal, id, listOf, time } from './call.ts';
import { fields, idOrNoneField, symbolField } from './fields.ts';

export const marketItem = z.object({
  id,
  /** `BTC/USDT` */
  title: z.string(),
  /** `btcusdt` */
  symbol: z.string(),
  /** The base coin. */
  coinname: z.string(),
  /** The quote coin. */
  trade_coin: z.string(),
  /** Places of base and quote, to which what an order holds, pays and brings is rounded. */
  base_decimals: z.int().min(0).max(8),
  quote_decimals: z.int().min(0).max(8),
  /** The same by the names of 0.2, for apps that were loaded before; they go with the next version. */
  decimals: z.int().min(0).max(8),
  trade_decimals: z.int().min(0).max(8),
  close: decimal,
  /** It decides options and bounds exchanges (RULES 2); null without a fresh one. */
  mark: decimal.nullable(),
  /** Percent against the open of 24 hours ago, always signed: `+1.23`, `-0.40`, `+0.00`. */
  change: z.string().regex(/^[+-]\d+\.\d\d$/),
  /** 24-hour volume, in the base coin. */
  hamount: decimal,
  logo: z.string(),
  min: decimal,
  step: decimal,
  price_step: decimal,
  /** Fee as a share of what a fill brings: the market's own, or the site's. */
  spot_fee: decimal,
});
export type MarketItem = z.output<typeof marketItem>;

/** Every market with its price, its change and the steps of its orders. */
export const getMarketList = call({ name: 'getMarketList', output: listOf(marketItem) });

/** Tabs and their children, named in the request's language. */
export const getAllCurrencyList = call({
  name: 'getAllCurrencyList',
  output: listOf(
    z.object({ id, currency_name: z.string(), child: z.array(z.object({ id, currency_name: z.string() })) }),
  ),
});

const idOrAll = idOrNoneField();
/** `fid` a tab, `eid` its child; 0 or missing for all. */
export const getAllMarketList = call({
  name: 'getAllMarketList',
  input: fields({ fid: idOrAll, eid: idOrAll }),
  output: listOf(marketItem),
});

const sparkline = z.object({
  m_id: id,
  symbol: z.string(),
  /** The price of 24 hours ago, against which the day is measured. */
  open: decimal,
  /** Closes of half an hour each, oldest first, the last one of now; fewer in a young market. */
  closes: z.array(decimal),
});
export type Sparkline = z.output<typeof sparkline>;

/** The last 24 hours of every market, made at most once a minute. */
export const getSparklines = call({
  name: 'getSparklines',
  output: z.object({
    /** When they were made. */
    time,
    list: z.array(sparkline),
  }),
});

const level = z.object({ price: decimal, amount: decimal });
/** Best first, at most 20 a side. */
export const getHuoBiTradeFromRedis = call({
  name: 'getHuoBiTradeFromRedis',
  input: fields({ symbol: symbolField() }),
  output: z.object({ sell: z.array(level), buy: z.array(level) }),
  reasons: ['not_found'],
});

/** Levels per side of a book. */
export const BOOK_DEPTH = 20;

/** HTX's names of the nine candle periods, finest first. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] as const;
export type Period = (typeof PERIODS)[number];

/** `/stream`'s resolution of each period. */
export const RESOLUTIONS = {
  '1': '1min',
  '5': '5min',
  '15': '15min',
  '30': '30min',
  '60': '60min',
  '240': '4hour',
  D: '1day',
  W: '1week',
  M: '1mon',
} as const satisfies Record<string, Period>;
export type Resolution = keyof typeof RESOLUTIONS;

/** As `/huobiapi` answers it: floats, as charts and that protocol use. */
export interface KlineBar {
  /** Open time in seconds. */
  id: number;
  open: number;
  close: number;
  low: number;
  high: number;
  /** In the base coin. */
  amount: number;
  /** In the quote coin. */
  vol: number;
  count: number;
}

/** A message of `/stream` to the client. */
export interface StreamTick {
  symbol: string;
  resolution: Resolution;
  tick: { id: number; open: number; high: number; low: number; close: number; vol: number };
  /** The tick's time in ms. */
  ts: number;
}
/** `/stream` under the key `btcusdt_mark`: each new mark (RULES 2), one to five a second. */
export interface StreamMark {
  symbol: string;
  mark: {
    /** Its number on the tape, rising. */
    seq: number;
    /** An exact decimal: options are measured against it. */
    price: string;
    /** How many sources it is the median of. */
    sources: number;
  };
  /** When it was made, in ms. */
  ts: number;
  /** Its age in ms when sent: a new client receives the last mark even while all sources are silent. */
  age: number;
}
/** What `/stream` answers to an unknown key or an unreadable message. */
export interface StreamError {
  error: string;
  sub: string | null;
}
