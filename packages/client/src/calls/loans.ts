// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface LoansCalls {
  /** In whole USDT. Rate, days and interest are fixed; no money moves before an approval (RULES 6). */
  'applyLoan': {
    takes: {
      id: string | number;
      amount: string;
      front_card: string;
      later_card: string;
      handheld_card: string;
    };
    answers: {
      id: Id;
      order_num: string;
    };
  };
  /** While it is under review, by its applicant. */
  'cancelLoanApply': {
    takes: {
      id: string | number;
    };
    answers: null;
  };
  /** Offered loans, or the one of `id`. */
  'getLoanProjects': {
    takes: {
      id?: string | number;
    };
    answers: {
      list: {
        id: Id;
        title: string;
        /** The institution that lends. */
        mechanism: string;
        /** Minimum and maximum, in USDT. */
        minprice: Decimal;
        maxprice: Decimal;
        /** Percent a day. */
        interest_rate: Decimal;
        /** Days of 24 hours until it is repaid at once. */
        cycle: number;
        /** Places of USDT, in which interest is rounded. */
        decimals: number;
      }[];
    };
  };
  /** Newest first; `status` 0 or none for all. */
  'getLoanRecords': {
    takes: {
      status?: '0' | '1' | '2' | '3' | '4' | 0 | 1 | 2 | 3 | 4;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        title: string;
        order_num: string;
        amount: Decimal;
        /** For all days: amount × rate × days / 100. */
        interest: Decimal;
        /** When the total is collected; null before approval. */
        repayment_time: Time | null;
        /** Amount and interest. */
        total_amount: Decimal;
        /** Full days overdue. */
        late_days: number;
        /** Interest for those days. */
        late_interest: Decimal;
        /** Total and late interest: what repayment takes, or took. */
        total_due: Decimal;
        is_repayment: 0 | 1 | 2;
        is_repayment_text: string;
        status: 1 | 2 | 3 | 4;
        status_text: string;
        /** Percent a day, and days, as agreed. */
        interest_rate: Decimal;
        cycle: number;
        /** The operator's remark. */
        remark: string;
        addtime: Time;
        /** When it was repaid. */
        repaid_time: Time | null;
      }[];
    };
  };
  /** Repays all of it out of funds, before or after its due time. */
  'repayLoan': {
    takes: {
      id: string | number;
    };
    answers: null;
  };
}
