// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Time } from '../values.ts';

export interface GateCalls {
  /** How much may leave in a rolling 24 hours, in USDT at current prices, by kind. One limit for withdrawals and member transfers; a certified identity raises it. */
  'getLimits': {
    takes: {};
    answers: {
      list: {
        kind: 'withdraw' | 'balanceTransfer';
        used: Decimal;
        left: Decimal;
      }[];
      /** 2 with a certified identity, else 1. */
      level: 1 | 2;
      limit: Decimal;
      used: Decimal;
      left: Decimal;
      /** When the oldest used part is 24 hours old; null without any. */
      frees_at: Time | null;
      /** Nothing leaves to new destinations until then, after a change of address, card, password or factor; else null. */
      waits_until: Time | null;
    };
  };
}
