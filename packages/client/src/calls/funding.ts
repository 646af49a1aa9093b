// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Flag, Id, Time } from '../values.ts';

export interface FundingCalls {
  /** Demo mode only: 10 000 USDT to funds, once a day. */
  'demoFunds': {
    takes: {};
    answers: null;
  };
  /** Coins that can be withdrawn. */
  'getCanWithdrawCoin': {
    takes: {};
    answers: {
      list: {
        id: Id;
        title: string;
      }[];
    };
  };
  /** Newest first. */
  'getRechargeList': {
    takes: {
      c_id?: string | number;
      type?: '1' | '2' | '3' | 1 | 2 | 3;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        coinName: string;
        /** What was credited; else what is claimed. */
        num: Decimal;
        claimed: Decimal;
        status: 1 | 2 | 3;
        /** An address, or a bank account's number. */
        address: string;
        /** `TRC20`; in the request's language while the network has the name it had. */
        coin_net: string;
        /** Why it was refused, or credited with another amount. */
        remark: string;
        addtime: Time;
        updatetime: Time;
        timeline: {
          at: Time;
          /** `approved` by the first operator or the only one; `sent`, `credited` and `refused` end it. */
          step: 'requested' | 'approved' | 'sent' | 'credited' | 'refused';
          /** The operator; null for the member's own step. */
          by: Id | null;
        }[];
        /** The median of the last 30 days until one was credited or sent; null once decided, and while fewer than ten were. */
        usual_minutes: number | null;
      }[];
    };
  };
  /** What a withdrawal is checked against. Limits are per coin, for both methods; `bank_id` is read only for `withdraw_type` 2. */
  'getUserCoinBalance': {
    takes: {
      c_id: string | number;
      type?: '1' | 1;
      withdraw_type?: '1' | '2' | 1 | 2;
      bank_id?: string;
    };
    answers: {
      /** Available in funds, less what an overdue loan blocks. */
      balance: Decimal;
      txminnum: Decimal;
      txmaxnum: Decimal;
      /** 1 a percentage of the amount (`txsxf`), 2 a fixed fee (`txsxf_n`). */
      sxftype: 1 | 2;
      txsxf: Decimal;
      txsxf_n: Decimal;
      /** Places the coin keeps. */
      decimals: number;
      /** The address bound for this coin, or none. */
      address_list: {
        id: Id;
        address: string;
        networks: string[];
        addtime: Time;
        used: number;
      }[];
      /** Addresses that this coin was withdrawn to, the last first, to compare a new one with. */
      used_addresses: {
        address: string;
        times: number;
        last: Time;
      }[];
      /** Withdrawals to this place wait until then after a new address, card, password or factor; else null. */
      waits_until: Time | null;
      /** 1 when withdrawals need a certified identity and the member has none. */
      needs_identity: Flag;
    };
  };
  /** Newest first. */
  'getWithdrawList': {
    takes: {
      c_id?: string | number;
      type?: '1' | '2' | '3' | 1 | 2 | 3;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        coinName: string;
        /** Gross. */
        mum: Decimal;
        fee: Decimal;
        net: Decimal;
        status: 1 | 2 | 3;
        withdraw_type: 1 | 2;
        /** The address, or the bank card's number. */
        address: string;
        /** Networks of the coin that take the address; for a bank card its bank. */
        coin_net: string;
        /** Why it was refused. */
        remark: string;
        addtime: Time;
        updatetime: Time;
        /** Approvals needed. */
        approvals_needed: number;
        timeline: {
          at: Time;
          /** `approved` by the first operator or the only one; `sent`, `credited` and `refused` end it. */
          step: 'requested' | 'approved' | 'sent' | 'credited' | 'refused';
          /** The operator; null for the member's own step. */
          by: Id | null;
        }[];
        /** The median of the last 30 days until one was credited or sent; null once decided, and while fewer than ten were. */
        usual_minutes: number | null;
      }[];
    };
  };
  /** Claims a deposit, with its proof, for an operator to compare (RULES 5). `a_id` is the network. */
  'recharge': {
    takes: {
      c_id: string | number;
      num: string;
      payimg: string;
      a_id: string | number;
      type?: '1' | 1;
    };
    answers: {
      id: Id;
    };
  };
  /** Requests a withdrawal. The whole amount is held at once (RULES 5). `bank_id` is read only for `withdraw_type` 2. */
  'withdraw': {
    takes: {
      c_id: string | number;
      num: string;
      type?: '1' | 1;
      paypwd?: string;
      bank_id?: string;
      withdraw_type?: '1' | '2' | 1 | 2;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      id: Id;
    };
  };
}
