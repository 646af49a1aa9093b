// Written by `npm run wire-docs` from packages/contract: change that.
import type { Id } from '../values.ts';

export interface FavouritesCalls {
  /** Starred markets in the member's order (RULES 7.6), without disabled ones. */
  'getFavourites': {
    takes: {};
    answers: {
      list: {
        m_id: Id;
        /** `btcusdt` */
        symbol: string;
        /** `BTC/USDT` */
        coinname: string;
      }[];
    };
  };
  /** Moves a starred market before another one of the list, or to the end: `before` 0 or missing. Refuses markets without a star. */
  'moveFavourite': {
    takes: {
      market: string | number;
      before?: string;
    };
    answers: {
      list: {
        m_id: Id;
        /** `btcusdt` */
        symbol: string;
        /** `BTC/USDT` */
        coinname: string;
      }[];
    };
  };
  /** Stars a market (`on` 1) or removes its star (0). Asking again changes nothing. A disabled market can only lose its star. */
  'setFavourite': {
    takes: {
      market: string | number;
      on: '0' | '1' | 0 | 1;
    };
    answers: {
      list: {
        m_id: Id;
        /** `btcusdt` */
        symbol: string;
        /** `BTC/USDT` */
        coinname: string;
      }[];
    };
  };
}
