// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface VoidsCalls {
  /** Every period of more than five seconds without a usable mark, newest first (RULES 2, RULES 4). */
  'gaps': {
    takes: {
      symbol?: string;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        m_id: Id;
        /** `btcusdt` */
        market: string;
        /** `BTC/USDT` */
        coinname: string;
        from: Time;
        to: Time | null;
        why: 'silent' | 'held' | 'stopped' | 'closed';
        orders: number;
      }[];
    };
  };
  /** Every void option of every member, newest first (RULES 4). */
  'voids': {
    takes: {
      symbol?: string;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        m_id: Id;
        /** `btcusdt` */
        market: string;
        /** `BTC/USDT` */
        coinname: string;
        placed: Time;
        seconds: number;
        why: 'no_line' | 'no_exit' | 'no_trade';
        from: Time;
        to: Time;
        limit: number;
        after: number;
        would: {
          line: Decimal;
          line_time: Time;
          exit: Decimal;
          exit_time: Time;
          result: 'up' | 'down' | 'tie';
        } | null;
      }[];
    };
  };
}
