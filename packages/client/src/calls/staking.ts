// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface StakingCalls {
  /** Newest first; `status` none for all, 0 is active. */
  'getStakingOrderList': {
    takes: {
      status?: '0' | '1' | '2' | 0 | 1 | 2;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        order_num: string;
        status: 0 | 1 | 2;
        type: 1 | 2;
        addtime: Time;
        coin: string;
        start_time: Time;
        /** As agreed, also of a redeemed stake. */
        end_time: Time;
        amount: Decimal;
        days: number;
        /** Percent a year, as agreed. */
        interest_rate: Decimal;
        /** What was paid; while active, the revenue of the whole duration. */
        total_revenue: Decimal;
        /** Revenue that redeeming now would pay, for full days. 0 when fixed or not active. */
        accrued: Decimal;
        /** When it was redeemed or ended; null while active. */
        updatetime: Time | null;
      }[];
    };
  };
  /** Projects offered now. */
  'getStakingProjects': {
    takes: {};
    answers: {
      list: {
        id: Id;
        type: 1 | 2;
        /** A picture's link; empty when it has none. */
        img: string;
        coin: {
          id: Id;
          title: string;
          /** Places the coin keeps. */
          decimals: number;
        };
        /** Shortest first. */
        staking_info: {
          id: Id;
          /** Of 24 hours. */
          days: number;
          /** Percent a year of 365 days. */
          interest_rate: Decimal;
          /** Minimum stake, in the coin. */
          min_price: Decimal;
        }[];
      }[];
    };
  };
  /** Ends a flexible stake early: pays principal, and revenue of full days. */
  'redeemStaking': {
    takes: {
      id: string | number;
    };
    answers: {
      total_revenue: Decimal;
    };
  };
  /** Holds funds for the duration `s_id` of project `id`; the revenue is reserved at once (RULES 6). */
  'submitStaking': {
    takes: {
      id: string | number;
      s_id: string | number;
      amount: string;
      paypassword?: string;
    };
    answers: {
      id: Id;
      order_num: string;
      end_time: Time;
      total_revenue: Decimal;
    };
  };
}
