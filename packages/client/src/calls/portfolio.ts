// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface PortfolioCalls {
  /** A member's balances at a moment, frozen parts included, and the bills around it: at most ten up to it and ten after it, newest first. A moment that has not come is now. */
  'getBalanceAt': {
    takes: {
      time: string | number;
    };
    answers: {
      time: Time;
      /** The last journal of the member's by then; null before the first. */
      journal: Id | null;
      /** In USDT, of coins with a price. */
      worth: Decimal;
      balances: {
        type: 1 | 2 | 3;
        c_id: Id;
        coinName: string;
        balance: Decimal;
        /** Of then, in USDT; null when the coin has never had one. */
        price: Decimal | null;
        worth: Decimal | null;
      }[];
      bills: {
        id: Id;
        /** Its journal, by which `getReceipt` knows it. */
        journal: Id;
        coinName: string;
        /** 1 income, 2 expense. */
        st: 1 | 2;
        /** Without a sign. */
        num: Decimal;
        /** Kind of event, in the member's language. */
        remark: string;
        addtime: Time;
      }[];
    };
  };
  /** A member's worth and profit over time (RULES 9), from the ledger and the marks of then. `since`, such as the reader's midnight, begins later than the range does; `curve` 0 asks for the first and the last point alone. The parts add up to the profit. */
  'getPortfolio': {
    takes: {
      range: 'hour' | 'day' | 'week' | 'month' | 'year' | 'all';
      since?: string | number;
      curve?: '0' | '1' | 0 | 1;
    };
    answers: {
      /** Oldest first; the last is now. */
      points: {
        time: Time;
        /** All coins, frozen ones too. */
        worth: Decimal;
        /** Since the first point; money in and out is taken out. */
        profit: Decimal;
        /** What came since the point before: deposits, transfers of others, loans, corrections. */
        money_in: Decimal;
        /** What went since the point before. */
        money_out: Decimal;
      }[];
      worth: Decimal;
      profit: Decimal;
      parts: {
        market: Decimal;
        options: Decimal;
        fees: Decimal;
        interest: Decimal;
      };
      money_in: Decimal;
      money_out: Decimal;
      /** Coins that the member has or had, the greatest worth first. */
      coins: {
        c_id: Id;
        coinName: string;
        /** In all accounts, frozen too. */
        quantity: Decimal;
        /** In USDT now; null when the coin has never had a price: it then counts nowhere. */
        price: Decimal | null;
        worth: Decimal | null;
        /** What the quantity cost in USDT. */
        cost: Decimal;
        /** Cost of one by weighted average; null without a quantity. */
        average_cost: Decimal | null;
        /** Worth less cost. */
        unrealised: Decimal | null;
        /** What left, since the beginning, brought more than it had cost. */
        realised: Decimal;
        /** Its part of the range's market profit. */
        market: Decimal;
      }[];
    };
  };
}
