// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface MarketCalls {
  /** Tabs and their children, named in the request's language. */
  'getAllCurrencyList': {
    takes: {};
    answers: {
      list: {
        id: Id;
        currency_name: string;
        child: {
          id: Id;
          currency_name: string;
        }[];
      }[];
    };
  };
  /** `fid` a tab, `eid` its child; 0 or missing for all. */
  'getAllMarketList': {
    takes: {
      fid?: string;
      eid?: string;
    };
    answers: {
      list: {
        id: Id;
        /** `BTC/USDT` */
        title: string;
        /** `btcusdt` */
        symbol: string;
        /** The base coin. */
        coinname: string;
        /** The quote coin. */
        trade_coin: string;
        /** Places of base and quote, to which what an order holds, pays and brings is rounded. */
        base_decimals: number;
        quote_decimals: number;
        /** The same by the names of 0.2, for apps that were loaded before; they go with the next version. */
        decimals: number;
        trade_decimals: number;
        close: Decimal;
        /** It decides options and bounds exchanges (RULES 2); null without a fresh one. */
        mark: Decimal | null;
        /** Percent against the open of 24 hours ago, always signed: `+1.23`, `-0.40`, `+0.00`. */
        change: string;
        /** 24-hour volume, in the base coin. */
        hamount: Decimal;
        logo: string;
        min: Decimal;
        step: Decimal;
        price_step: Decimal;
        /** Fee as a share of what a fill brings: the market's own, or the site's. */
        spot_fee: Decimal;
      }[];
    };
  };
  /** Best first, at most 20 a side. */
  'getHuoBiTradeFromRedis': {
    takes: {
      symbol: string;
    };
    answers: {
      sell: {
        price: Decimal;
        amount: Decimal;
      }[];
      buy: {
        price: Decimal;
        amount: Decimal;
      }[];
    };
  };
  /** Every market with its price, its change and the steps of its orders. */
  'getMarketList': {
    takes: {};
    answers: {
      list: {
        id: Id;
        /** `BTC/USDT` */
        title: string;
        /** `btcusdt` */
        symbol: string;
        /** The base coin. */
        coinname: string;
        /** The quote coin. */
        trade_coin: string;
        /** Places of base and quote, to which what an order holds, pays and brings is rounded. */
        base_decimals: number;
        quote_decimals: number;
        /** The same by the names of 0.2, for apps that were loaded before; they go with the next version. */
        decimals: number;
        trade_decimals: number;
        close: Decimal;
        /** It decides options and bounds exchanges (RULES 2); null without a fresh one. */
        mark: Decimal | null;
        /** Percent against the open of 24 hours ago, always signed: `+1.23`, `-0.40`, `+0.00`. */
        change: string;
        /** 24-hour volume, in the base coin. */
        hamount: Decimal;
        logo: string;
        min: Decimal;
        step: Decimal;
        price_step: Decimal;
        /** Fee as a share of what a fill brings: the market's own, or the site's. */
        spot_fee: Decimal;
      }[];
    };
  };
  /** The last 24 hours of every market, made at most once a minute. */
  'getSparklines': {
    takes: {};
    answers: {
      /** When they were made. */
      time: Time;
      list: {
        m_id: Id;
        symbol: string;
        /** The price of 24 hours ago, against which the day is measured. */
        open: Decimal;
        /** Closes of half an hour each, oldest first, the last one of now; fewer in a young market. */
        closes: Decimal[];
      }[];
    };
  };
}
