// Written by `npm run wire-docs` from packages/contract: change that.
import type { Flag, Id, Time } from '../values.ts';

export interface PayoutsCalls {
  /** Withdrawals to an allowed address go on while others wait after a change. */
  'allowAddress': {
    takes: {
      id: string | number;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** `allowed_only` 1 while only allowed addresses are paid to; `allowed_until` where that was turned off. */
  'getAddressBook': {
    takes: {};
    answers: {
      list: {
        id: Id;
        c_id: Id;
        /** The coin's. */
        title: string;
        address: string;
        /** The member's own name for it. */
        label: string;
        /** Networks of the coin that take this address, named as by `getrecharge`. */
        networks: string[];
        /** When it was bound. */
        addtime: Time;
        /** From when on it is allowed, in live mode after 24 hours; null when it is only kept. */
        opens_at: Time | null;
        /** Withdrawals sent to it, and when the last was. */
        used: number;
        last_used: Time | null;
      }[];
      allowed_only: Flag;
      allowed_until: Time | null;
    };
  };
  /** Its `data` is the list itself, oldest first. */
  'getUserBankList': {
    takes: {};
    answers: {
      id: Id;
      bank_name: string;
      card_number: string;
      card_name: string;
      /** When it was bound, or last changed. */
      addtime: Time;
    }[];
  };
  /** Every coin with a network, in the catalogue's order. */
  'getrecharge': {
    takes: {};
    answers: {
      list: {
        id: Id;
        title: string;
        /** Places the coin keeps. */
        decimals: number;
        networkList: {
          id: Id;
          pay_type: 1 | 2 | 3;
          /** `TRC20`, in the request's language where it has a name in it. */
          coin_net: string;
          /** A picture with the address, or empty. */
          pay_img: string;
          /** The platform's address; empty for a bank account. */
          address: string;
          bank_name?: string;
          account_name?: string;
          account_number?: string;
        }[];
      }[];
    };
  };
  /** One address per coin. Its `data` is the list itself. */
  'getusraddress': {
    takes: {};
    answers: {
      id: Id;
      c_id: Id;
      /** The coin's. */
      title: string;
      address: string;
      /** Networks of the coin that take this address, named as by `getrecharge`. */
      networks: string[];
      /** When it was bound. */
      addtime: Time;
      /** Withdrawals sent to it since. */
      used: number;
    }[];
  };
  /** Keeps an address under a name; `allow` 1 allows it as well. */
  'keepAddress': {
    takes: {
      c_id: string | number;
      address: string;
      label: string;
      allow?: '0' | '1' | 0 | 1;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: {
      id: Id;
    };
  };
  'removeAddress': {
    takes: {
      id: string | number;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** `on` 1: only allowed addresses are paid to, at once. 0 takes 24 hours in live mode. */
  'setAllowedOnly': {
    takes: {
      on: '0' | '1' | 0 | 1;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** Binds a card, or changes the one of `id` (PRODUCT 29). */
  'setBank': {
    takes: {
      id?: string;
      bank_name: string;
      card_number: string;
      card_name: string;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
  /** Binds an address to a coin, or replaces the bound one (PRODUCT 27). */
  'setusraddress': {
    takes: {
      c_id: string | number;
      address: string;
      password?: string;
      second?: string;
      code?: string;
      passkey?: string;
    };
    answers: null;
  };
}
