// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface AssetsCalls {
  /** What changed the balances of a member's accounts, newest first. */
  'getBillList': {
    takes: {
      c_id?: string | number;
      type?: '1' | '2' | '3' | 1 | 2 | 3;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
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
  /** Available of one coin in each account, at 0 too. */
  'getCoinBalance': {
    takes: {
      c_id: string | number;
    };
    answers: {
      balance_list: {
        type: 1 | 2 | 3;
        balance: Decimal;
      }[];
    };
  };
  /** `type` matches either end. */
  'getTransferList': {
    takes: {
      c_id?: string | number;
      type?: '1' | '2' | '3' | 1 | 2 | 3;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        coin: string;
        coinName: string;
        num: Decimal;
        status: 2;
        from_type: 1 | 2 | 3;
        to_type: 1 | 2 | 3;
        /** From where to where, in the member's language. */
        msg: string;
        updatetime: Time;
      }[];
    };
  };
  /** `all_price` and `all_zhprice` are in USDT and include what is frozen; `totalAvailableAsset` does not. Every coin, at 0 too. */
  'getUserBalanceList': {
    takes: {};
    answers: {
      all_price: Decimal;
      coinList: {
        type: 1 | 2 | 3;
        totalAvailableAsset: Decimal;
        balanceInfo: {
          coinId: Id;
          coinName: string;
          balance: Decimal;
          dbalance: Decimal;
          all_zhprice: Decimal;
        }[];
      }[];
    };
  };
  /** What a transfer between own accounts would leave, and everything that would refuse it. Nothing is moved. */
  'planTransfer': {
    takes: {
      c_id: string | number;
      num: string;
      from_type: '1' | '2' | '3' | 1 | 2 | 3;
      to_type: '1' | '2' | '3' | 1 | 2 | 3;
    };
    answers: {
      plan: string | null;
      expires: Time | null;
      refusals: {
        reason: string;
        msg: string;
      }[];
      num: Decimal;
      coin: string;
      available: Decimal;
    };
  };
  /** Between a member's own accounts: immediate and free (RULES 5). With `plan` only as it was planned, while the plan holds and once, as `upbbbuy` does. */
  'transfer': {
    takes: {
      c_id: string | number;
      num: string;
      from_type: '1' | '2' | '3' | 1 | 2 | 3;
      to_type: '1' | '2' | '3' | 1 | 2 | 3;
      plan?: string;
    };
    answers: null;
  };
}
