// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal, Flag, Id, Time } from '../values.ts';

export interface KeysCalls {
  /** Ends a key at once. */
  'endKey': {
    takes: {
      id: string | number;
    };
    answers: null;
  };
  /** The member's keys that work, newest first, and then at most 20 that ended within 30 days. To a program its own key alone. */
  'getKeys': {
    takes: {};
    answers: {
      list: {
        id: Id;
        name: string;
        /** The first characters of its access key. */
        shown: string;
        kind: 'hmac' | 'ed25519';
        /** Each key may read; none can withdraw or send. */
        trade: Flag;
        /** Between the member's own accounts. */
        transfer: Flag;
        /** Addresses it works from (`203.0.113.0/24`); none: all. */
        networks: string[];
        /** Markets it works on, by symbol; none: all. */
        markets: string[];
        /** In USDT, of 24 hours; null without. */
        day_cap: Decimal | null;
        loss_cap: Decimal | null;
        addtime: Time;
        expires: Time | null;
        last_used: Time | null;
        /** Shortened; empty before its first use. */
        last_address: string;
        /** When the member's open orders are cancelled unless its program calls again; null without such a switch. */
        cancels: Time | null;
        /** Since when it no longer works: ended by the member, by a freeze, or by its time. */
        ended: Time | null;
      }[];
    };
  };
  /** Makes a key for a program. The access key and the secret are shown this once; a key that signs with Ed25519 has no secret here: `public_key` is given instead, 32 bytes or an SPKI in base64. `networks` are up to 20 of CIDR, `markets` up to 50 symbols, by commas; `day_cap` is the maximum that orders of 24 hours are worth, `loss_cap` the maximum that their fills may lose, in USDT. `bad_value` names a wrong `networks`, `public_key` or `expires` as `data.field`. */
  'makeKey': {
    takes: {
      name: string;
      kind?: 'hmac' | 'ed25519';
      public_key?: string;
      trade?: '0' | '1' | 0 | 1;
      transfer?: '0' | '1' | 0 | 1;
      networks?: string;
      markets?: string;
      expires?: string | number;
      day_cap?: string;
      loss_cap?: string;
      password: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      id: Id;
      access: string;
      secret: string | null;
    };
  };
}
