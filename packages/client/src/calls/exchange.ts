// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id } from '../values.ts';

export interface ExchangeCalls {
  /** Walks the book for that amount, never better than the mark less the spread; through USDT when no market has both coins (RULES 5). `no_liquidity` beyond the book, `stale_market` without a fresh book or mark. */
  'exchangeCoin': {
    takes: {
      type: '1' | '2' | 1 | 2;
      from_coin_id: string | number;
      to_coin_id: string | number;
      amount: string;
      paypassword?: string;
    };
    answers: {
      id: Id;
      received: Decimal;
      /** Units received per unit given, after the spread; for display. */
      rate: Decimal;
      /** The books used, in order, each with its mark and the mark's number on the tape. */
      books: {
        m_id: Id;
        symbol: string;
        seq: Id;
        mid: Decimal;
        mark: Decimal;
        mark_seq: Id;
      }[];
    };
  };
  /** Its `data` is the list itself. */
  'getCanExchangeCoin': {
    takes: {
      type: '1' | '2' | 1 | 2;
    };
    answers: {
      id: Id;
      title: string;
      /** What is available in the account asked for. */
      balance: Decimal;
      /** One unit in USDT, at the middle of the book; null while the book is not fresh. */
      price: Decimal | null;
      /** Places the coin keeps. */
      decimals: number;
      /** Cost of an exchange, once per market on the way: a fraction. */
      spread: Decimal;
      markets: {
        m_id: Id;
        symbol: string;
        /** The other coin. */
        c_id: Id;
        /** The coin is the market's base, so it is sold. */
        sells: boolean;
        /** The middle of its book; null while the book is not fresh. */
        mid: Decimal | null;
        /** The last mark and its number on the tape: no exchange is better than the mark less the spread. Null while it is not fresh. */
        mark: Decimal | null;
        mark_seq: Id | null;
        /** Share by which prices are worse in this direction: 0 unless the platform's position is large (RULES 3). */
        lean: Decimal;
      }[];
    }[];
  };
}
