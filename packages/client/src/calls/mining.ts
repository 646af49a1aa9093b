// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface MiningCalls {
  /** Locks funds for the product's days, on its present terms; the revenue is reserved at once (RULES 6). With the terms that the member has seen, `interest_rate` and `cycle` of the list, it is refused when they are no longer those. */
  'buyMiningMachine': {
    takes: {
      id: string | number;
      amount: string;
      interest_rate?: string;
      cycle?: string | number;
    };
    answers: {
      id: Id;
      order_num: string;
      end_time: Time;
      estimated_revenue: Decimal;
    };
  };
  /** Products offered now; with `id` only that one, or none. */
  'getMiningMachineList': {
    takes: {
      id?: string | number;
    };
    answers: {
      list: {
        id: Id;
        title: string;
        /** A picture's link, or empty. */
        img: string;
        /** Minimum and maximum of one order, in the coin. */
        min_price: Decimal;
        max_price: Decimal;
        coin_title: string;
        /** Percent a day. */
        interest_rate: Decimal;
        /** Days of 24 hours. */
        cycle: number;
        c_id: Id;
        /** The coin's title. */
        coin: string;
        /** Places the coin keeps. */
        decimals: number;
      }[];
    };
  };
  /** The member's orders, newest first. */
  'getMiningMachineOrders': {
    takes: {
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        order_num: string;
        title: string;
        status: 0 | 1;
        /** Its days are 24 hours each from here. */
        start_time: Time;
        /** When the principal is released. */
        end_time: Time;
        amount: Decimal;
        days: number;
        /** Percent a day, as agreed. */
        interest_rate: Decimal;
        /** Total revenue of all days. */
        estimated_revenue: Decimal;
        /** Paid so far. */
        total_revenue: Decimal;
        coin: string;
        img: string;
      }[];
    };
  };
}
