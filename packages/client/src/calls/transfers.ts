// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface TransfersCalls {
  /** From funds to another member's funds. Fee and arrival are fixed when it is placed (RULES 5). The login password where the last one is long ago, a second factor where one is set, as for withdrawals (RULES 8). */
  'balanceTransfer': {
    takes: {
      to_uid: string | number;
      c_id: string | number;
      amount: string;
      paypassword?: string;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      id: Id;
      order_num: string;
      status: 1 | 2 | 3;
      arrival_time: Time;
    };
  };
  /** Before it arrives, by its sender only. */
  'cancelInternalTransfer': {
    takes: {
      id: string | number;
    };
    answers: null;
  };
  /** The caller's transfers, newest first; `status` 0 or none for all. `to_username` is whole once `searchUser` found them or they sent the caller something; else the first letter and `***`. */
  'getInternalTransferList': {
    takes: {
      status?: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        order_num: string;
        status: 1 | 2 | 3;
        addtime: Time;
        /** When it arrives or arrived; of a cancelled one, when it would have. */
        arrival_time: Time;
        to_username: string;
        coin: string;
        /** What leaves the sender's funds. */
        amount: Decimal;
        /** The fee in it. */
        sxf: Decimal;
        /** What the receiver gets: the amount less the fee. */
        arrival_amount: Decimal;
      }[];
    };
  };
  /** What the caller can send, whatever `username` is. */
  'getTransferCoin': {
    takes: {
      username?: string;
    };
    answers: {
      id: Id;
      title: string;
      /** Available in the sender's funds. */
      balance: Decimal;
      /** A fraction of the amount. */
      internal_transfer_sxf: Decimal;
      /** Days of 24 hours until it arrives; 0 at once. */
      internal_transfer_days: number;
      /** Places the coin keeps. */
      decimals: number;
    }[];
  };
  /** Finds a receiver by exact username. Unknown, frozen and one's own are the same answer, `not_found`. From then on the caller is shown that name; of who is sent to by number alone only the first letter. */
  'searchUser': {
    takes: {
      username: string;
    };
    answers: {
      id: Id;
      username: string;
      /** How often the caller has sent to them, of the caller's newest thousand; cancelled ones do not count. */
      times: number;
    };
  };
}
