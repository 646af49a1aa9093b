// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface SpotCalls {
  /** A book that orders were filled from, as it was received, by the hash that the log's fills name (PROOF 2.5). */
  'book': {
    takes: {
      hash: string;
    };
    answers: {
      market: string;
      seq: number;
      /** When the platform received it. */
      time: Time;
      /** Best first. */
      bids: Decimal[][];
      asks: Decimal[][];
      /** The hash of the book kept before it. */
      previous: string;
      /** SHA-256 of the canonical JSON of all else. */
      hash: string;
    };
  };
  /** What is available to trade in a market. */
  'getMarketBalance': {
    takes: {
      m_id: string | number;
    };
    answers: {
      usdt_balance: Decimal;
      coin_balance: Decimal;
      lean_buy: Decimal;
      lean_sell: Decimal;
    };
  };
  /** What cancelling an open order would release, and everything that would refuse it. Nothing is cancelled. */
  'planCancel': {
    takes: {
      bb_id: string | number;
    };
    answers: {
      plan: string | null;
      expires: Time | null;
      refusals: {
        reason: string;
        msg: string;
      }[];
      released: Decimal;
      coin: string;
    };
  };
  /** What an order would come to now, by the rules that would place it, and everything that would refuse it. Nothing is placed or held. `price` is the mean of what would be filled at once and, of what would rest, its limit; `total` is paid by a buy and brought by a sell, in the quote, before the fee. Prices may move until it is placed: a market order takes what the book has then. */
  'planOrder': {
    takes: {
      m_id: string | number;
      type: '1' | '2' | 1 | 2;
      operate_type: '1' | '2' | 1 | 2;
      num?: string;
      price?: string;
      amount?: string;
      kind?: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
    };
    answers: {
      plan: string | null;
      expires: Time | null;
      refusals: {
        reason: string;
        msg: string;
      }[];
      num: Decimal;
      filled: Decimal;
      rests: Decimal;
      price: Decimal | null;
      total: Decimal;
      fee: Decimal;
      fee_rate: Decimal;
      fee_coin: string;
      held: Decimal;
      available: Decimal;
      held_coin: string;
    };
  };
  /** Cancels what is left of an open order; `bb_id` is its id. */
  'tradecancelOrder': {
    takes: {
      bb_id: string | number;
      plan?: string;
    };
    answers: null;
  };
  /** The member's fills in a market, newest first. */
  'tradegetFillList': {
    takes: {
      m_id: string | number;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        /** Of its order. */
        bb_id: Id;
        /** Its number among the fills of its order, from 1. */
        n: number;
        /** 1 buy, 2 sell. */
        type: 1 | 2;
        time: Time;
        price: Decimal;
        /** In base. */
        num: Decimal;
        /** In quote. */
        amount: Decimal;
        fee: Decimal;
        fee_coin: string;
      }[];
    };
  };
  /** Newest first. A filter that is 0 or missing leaves out nothing; `status` 1 is open, 2 completed, 3 cancelled; `id` is one of them. */
  'tradegetOrderList': {
    takes: {
      id?: string | number;
      type?: '0' | '1' | '2' | 0 | 1 | 2;
      status?: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
      m_id?: string | number;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        id: Id;
        /** 1 buy, 2 sell. */
        type: 1 | 2;
        type_text: string;
        ordertype_text: string;
        /** What becomes of it when it is not filled at once: 1 it rests, 2 immediate or cancel, 3 fill or kill, 4 post only. */
        kind: 1 | 2 | 3 | 4;
        coinname: string;
        trade_coin: string;
        status: 1 | 2 | 3;
        addtime: Time;
        /** Time of the last fill or of the cancellation; null before either. */
        tradetime: Time | null;
        /** The limit; `0` for a market order. */
        xjprice: Decimal;
        /** Average price of its fills. */
        price: Decimal;
        /** Quantity ordered; of a market buy, the quantity filled. */
        predict_num: Decimal;
        /** Quantity filled, before fees. */
        coinnum: Decimal;
        /** Paid or received by its fills in the quote coin, before the fee. */
        total: Decimal;
        fee: Decimal;
        fee_coin: string;
      }[];
    };
  };
  /** Moves an open limit order to another price: what is left of it is cancelled and placed again, in one transaction. When the new order is refused, the old one stays as it was. It has a new id, and waits behind earlier orders. */
  'trademoveOrder': {
    takes: {
      bb_id: string | number;
      price: string;
    };
    answers: {
      id: Id;
      status: 1 | 2 | 3;
    };
  };
  /** Places an order, to buy (`type` 1) or to sell (2). A limit order (`operate_type` 1) takes `num` and `price`, and may take `kind`: 1 rests, 2 is immediate-or-cancel, 3 fill-or-kill, 4 post-only. A market order (2) to buy takes `amount`, the maximum spent; one to sell takes `num`. With `plan` it is placed only as it was planned, while the plan holds and once; the plan is its `Idempotency-Key` then. */
  'upbbbuy': {
    takes: {
      m_id: string | number;
      type: '1' | '2' | 1 | 2;
      operate_type: '1' | '2' | 1 | 2;
      num?: string;
      price?: string;
      amount?: string;
      kind?: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
      plan?: string;
    };
    answers: {
      id: Id;
      status: 1 | 2 | 3;
    };
  };
}
