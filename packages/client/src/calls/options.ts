// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Id, Time } from '../values.ts';

export interface OptionsCalls {
  /** Stakes `ctzed` on a market rising (`buytype` 1) or falling (2) within `ctime` seconds, by the terms of `getHyConfig`. With `plan` only as it was planned, while the plan holds and once, as `upbbbuy` does. */
  'creatorder': {
    takes: {
      m_id: string | number;
      ctime: string | number;
      ctzed: string;
      buytype: '1' | '2' | 1 | 2;
      plan?: string;
    };
    answers: {
      order_id: Id;
    };
  };
  /** Terms of new orders. `hytime`, `hymin`, `hymax` and `hyrate` have the same length and order. */
  'getHyConfig': {
    takes: {};
    answers: {
      hy_numcolstmp: number[];
      /** 2: presets are the multipliers times the minimum stake; 1: the minimum stakes themselves. */
      hy_price_type: 1 | 2;
      coinname: string;
      /** Places of the staked coin, to which payouts are rounded. */
      decimals: number;
      /** Available in the options account. */
      balance: Decimal;
      /** Seconds. */
      hytime: number[];
      hymin: Decimal[];
      hymax: Decimal[];
      /** Profit of a win per unit staked: `0.80`. */
      hyrate: Decimal[];
      /** Rises at every change of terms. */
      terms_version: number;
      /** Milliseconds from acceptance to the line: the first mark then or later. */
      line_delay: number;
      /** Maximum of a member's open stakes. */
      member_limit: Decimal;
    };
  };
  /** The limits that the member has set. */
  'getHyLimit': {
    takes: {};
    answers: {
      /** Maximum loss in a day of UTC, open stakes counted as lost. */
      daily_loss: Decimal | null;
      /** After so many minutes the app says how long the member has been trading. */
      session_minutes: number | null;
      excluded_until: Time | null;
      lost_today: Decimal;
      pending: {
        /** Maximum loss in a day of UTC, open stakes counted as lost. */
        daily_loss?: Decimal | null;
        /** After so many minutes the app says how long the member has been trading. */
        session_minutes?: number | null;
        from: Time;
      } | null;
    };
  };
  /** One option, open or settled. */
  'getHyOrderInfo': {
    takes: {
      order_id: string | number;
    };
    answers: {
      order_id: Id;
      m_id: Id;
      /** `btcusdt` */
      symbol: string;
      /** `BTC/USDT` */
      coinname: string;
      status: 1 | 2;
      is_win: 0 | 1;
      /** Profit, or minus the stake; null while open. */
      ploss: Decimal | null;
      /** The exit price; null while open and when void. */
      sellprice: Decimal | null;
      /** The line; null until it is drawn. */
      buyprice: Decimal | null;
      /** Cycle in seconds. */
      time: number;
      /** Seconds left, rounded up; the whole cycle until the line is drawn, 0 once due. */
      count_down: number;
      hyzd: 1 | 2;
      hyzd_text: string;
      /** The stake. */
      num: Decimal;
      /** Places of the staked coin at placing, to which a payout is rounded. */
      decimals: number;
      /** The acceptance. */
      buytime: Time;
      /** When the line was drawn: its mark's time. */
      linetime: Time | null;
      /** The expiry; null until the line is drawn. */
      selltime: Time | null;
      outcome: 'win' | 'lose' | 'tie' | 'void' | null;
      rate: Decimal;
      terms_version: number;
      /** 2: by marks, with the line after acceptance; 1: by the last trade, as before. */
      rules: 2 | 1;
      /** Maximum age at expiry of the price that decides, in seconds. */
      fresh_seconds: number;
      /** Milliseconds from acceptance to the earliest line; null under rules 1. */
      line_delay: number | null;
      /** Milliseconds after that moment in which a mark may become the line; null under rules 1. */
      line_within: number | null;
      /** Milliseconds after the expiry in which the next mark decides, where none was fresh; null under rules 1. */
      next_within: number | null;
      /** Of the line. */
      entry_tick: {
        seq: number;
        time: Time;
        price: Decimal;
        hash: string;
        sources?: {
          name: string;
          bid: Decimal;
          ask: Decimal;
          /** The venue's own time. */
          time: Time;
          /** The venue's number of that book, where it has one. */
          seq?: number;
          /** The venue's last trade by then, where it identifies trades. */
          trade?: string;
        }[];
      } | null;
      exit_tick: {
        seq: number;
        time: Time;
        price: Decimal;
        hash: string;
        sources?: {
          name: string;
          bid: Decimal;
          ask: Decimal;
          /** The venue's own time. */
          time: Time;
          /** The venue's number of that book, where it has one. */
          seq?: number;
          /** The venue's last trade by then, where it identifies trades. */
          trade?: string;
        }[];
      } | null;
      /** When void: the last before the expiry, too old to settle by. Else null. */
      last_tick: {
        seq: number;
        time: Time;
        price: Decimal;
        hash: string;
        sources?: {
          name: string;
          bid: Decimal;
          ask: Decimal;
          /** The venue's own time. */
          time: Time;
          /** The venue's number of that book, where it has one. */
          seq?: number;
          /** The venue's last trade by then, where it identifies trades. */
          trade?: string;
        }[];
      } | null;
      /** The journal that settled it; null while open. */
      journal: Id | null;
      paidtime: Time | null;
    };
  };
  /** Newest first. `status` 0 or missing is all, 1 open, 2 settled. */
  'getHyOrderList': {
    takes: {
      status?: '0' | '1' | '2' | 0 | 1 | 2;
      page?: string | number;
      limit?: string | number;
    };
    answers: {
      list: {
        order_id: Id;
        m_id: Id;
        /** `btcusdt` */
        symbol: string;
        /** `BTC/USDT` */
        coinname: string;
        status: 1 | 2;
        is_win: 0 | 1;
        /** Profit, or minus the stake; null while open. */
        ploss: Decimal | null;
        /** The exit price; null while open and when void. */
        sellprice: Decimal | null;
        /** The line; null until it is drawn. */
        buyprice: Decimal | null;
        /** Cycle in seconds. */
        time: number;
        /** Seconds left, rounded up; the whole cycle until the line is drawn, 0 once due. */
        count_down: number;
        hyzd: 1 | 2;
        hyzd_text: string;
        /** The stake. */
        num: Decimal;
        /** Places of the staked coin at placing, to which a payout is rounded. */
        decimals: number;
        /** The acceptance. */
        buytime: Time;
        /** When the line was drawn: its mark's time. */
        linetime: Time | null;
        /** The expiry; null until the line is drawn. */
        selltime: Time | null;
        outcome: 'win' | 'lose' | 'tie' | 'void' | null;
        rate: Decimal;
        terms_version: number;
        /** 2: by marks, with the line after acceptance; 1: by the last trade, as before. */
        rules: 2 | 1;
        /** Maximum age at expiry of the price that decides, in seconds. */
        fresh_seconds: number;
        /** Milliseconds from acceptance to the earliest line; null under rules 1. */
        line_delay: number | null;
        /** Milliseconds after that moment in which a mark may become the line; null under rules 1. */
        line_within: number | null;
        /** Milliseconds after the expiry in which the next mark decides, where none was fresh; null under rules 1. */
        next_within: number | null;
        /** Of the line. */
        entry_tick: {
          seq: number;
          time: Time;
          price: Decimal;
          hash: string;
          sources?: {
            name: string;
            bid: Decimal;
            ask: Decimal;
            /** The venue's own time. */
            time: Time;
            /** The venue's number of that book, where it has one. */
            seq?: number;
            /** The venue's last trade by then, where it identifies trades. */
            trade?: string;
          }[];
        } | null;
        exit_tick: {
          seq: number;
          time: Time;
          price: Decimal;
          hash: string;
          sources?: {
            name: string;
            bid: Decimal;
            ask: Decimal;
            /** The venue's own time. */
            time: Time;
            /** The venue's number of that book, where it has one. */
            seq?: number;
            /** The venue's last trade by then, where it identifies trades. */
            trade?: string;
          }[];
        } | null;
        /** When void: the last before the expiry, too old to settle by. Else null. */
        last_tick: {
          seq: number;
          time: Time;
          price: Decimal;
          hash: string;
          sources?: {
            name: string;
            bid: Decimal;
            ask: Decimal;
            /** The venue's own time. */
            time: Time;
            /** The venue's number of that book, where it has one. */
            seq?: number;
            /** The venue's last trade by then, where it identifies trades. */
            trade?: string;
          }[];
        } | null;
        /** The journal that settled it; null while open. */
        journal: Id | null;
        paidtime: Time | null;
      }[];
    };
  };
  /** What a member's settled options came to, of the last `days` (0: of all). `right` of `decided` were won; ties and voids are not decided. `break_even` is the mean over the decided of the win rate at which their own payout rates lose nothing; null without any. */
  'getHyStats': {
    takes: {
      days?: '0' | '7' | '30' | 0 | 7 | 30;
    };
    answers: {
      coinname: string;
      count: number;
      staked: Decimal;
      profit: Decimal;
      right: number;
      decided: number;
      break_even: string | null;
      /** By seconds, shortest first. */
      durations: {
        time: number;
        count: number;
        profit: Decimal;
        right: number;
        decided: number;
        break_even: string | null;
      }[];
      /** Newest first, at most 20. */
      last: {
        order_id: Id;
        outcome: 'win' | 'lose' | 'tie' | 'void';
      }[];
    };
  };
  /** A market's marks since `from` (epoch ms) for a chart, oldest first, the newest 1 200; without those held back. */
  'marks': {
    takes: {
      symbol: string;
      from: string | number;
    };
    answers: {
      list: {
        seq: number;
        time: Time;
        price: Decimal;
      }[];
    };
  };
  /** What an option would cost and win by the terms of now, and everything that would refuse it. Nothing is placed. */
  'planOption': {
    takes: {
      m_id: string | number;
      ctime: string | number;
      ctzed: string;
      buytype: '1' | '2' | 1 | 2;
    };
    answers: {
      plan: string | null;
      expires: Time | null;
      refusals: {
        reason: string;
        msg: string;
      }[];
      stake: Decimal;
      rate: Decimal;
      win: Decimal;
      coin: string;
      available: Decimal;
      terms_version: number;
    };
  };
  /** A missing field stays; `0` removes a limit. Tightening counts at once, loosening after 24 hours; a break can only be extended. */
  'setHyLimit': {
    takes: {
      /** Maximum loss in a day of UTC, open stakes counted as lost. */
      daily_loss?: string;
      /** After so many minutes the app says how long the member has been trading. */
      session_minutes?: '0' | '15' | '30' | '60' | 0 | 15 | 30 | 60;
      exclude_days?: '0' | '1' | '7' | '30' | 0 | 1 | 7 | 30;
    };
    answers: {
      /** Maximum loss in a day of UTC, open stakes counted as lost. */
      daily_loss: Decimal | null;
      /** After so many minutes the app says how long the member has been trading. */
      session_minutes: number | null;
      excluded_until: Time | null;
      lost_today: Decimal;
      pending: {
        /** Maximum loss in a day of UTC, open stakes counted as lost. */
        daily_loss?: Decimal | null;
        /** After so many minutes the app says how long the member has been trading. */
        session_minutes?: number | null;
        from: Time;
      } | null;
    };
  };
  /** A market's marks (RULES 2) from `from` to `to`, sequences or moments, both included, oldest first, at most 2 000. */
  'tape': {
    takes: {
      symbol: string;
      from: string;
      to?: string;
    };
    answers: {
      list: {
        market: string;
        seq: number;
        /** When the platform made it. */
        time: Time;
        /** The median of the sources' mids. */
        price: Decimal;
        /** The hash of the mark before. */
        previous: string;
        sources: {
          name: string;
          bid: Decimal;
          ask: Decimal;
          /** The venue's own time. */
          time: Time;
          /** The venue's number of that book, where it has one. */
          seq?: number;
          /** The venue's last trade by then, where it identifies trades. */
          trade?: string;
        }[];
        /** Held back: it settles nothing. */
        held?: true;
        /** SHA-256 of the canonical JSON of all else. */
        hash: string;
      }[];
    };
  };
  /** A market's trades, like `tape`: options by rules 1 are settled by them. */
  'tradeTape': {
    takes: {
      symbol: string;
      from: string;
      to?: string;
    };
    answers: {
      list: {
        seq: number;
        source: string;
        source_time: Time;
        /** When the server received it. */
        time: Time;
        price: Decimal;
        size: Decimal;
        previous: string;
        hash: string;
      }[];
    };
  };
}
