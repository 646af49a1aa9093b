// Written by `npm run wire-docs` from packages/contract: change that.
import type { Decimal } from '../values.ts';

export interface LiabilitiesCalls {
  /** That the member's balances are in the newest published total of all liabilities (PROOF 5): two to four leaves that lead to its root. `no_epoch_yet` for a member who came after it, and before the first is in the public log. */
  'getLiabilityProof': {
    takes: {};
    answers: {
      epoch: number;
      coins: string[];
      /** Hex. */
      root: string;
      /** The line of the public log. */
      entry: string;
      /** The entry's place in the log. */
      index: number;
      /** That it is there: the sibling of its leaf first. */
      proof: string[];
      /** A signed note. */
      checkpoint: string;
      /** The member's name as it was then, or a house account's. */
      owner: string;
      leaves: {
        /** From 1. */
        part: number;
        /** 64 hex digits, new each epoch; zeros for a house account. */
        salt: string;
        /** In the order of `coins`, as all lists of amounts. */
        amounts: Decimal[];
        /** From the leaf up. */
        path: {
          /** Where the sibling is. */
          side: 'left' | 'right';
          hash: string;
          amounts: Decimal[];
        }[];
      }[];
    };
  };
  /** The newest published total of all liabilities, with the leaves of house accounts (PROOF 5). */
  'liabilities': {
    takes: {};
    answers: {
      epoch: number;
      coins: string[];
      /** Hex. */
      root: string;
      /** The line of the public log. */
      entry: string;
      /** The entry's place in the log. */
      index: number;
      /** That it is there: the sibling of its leaf first. */
      proof: string[];
      /** A signed note. */
      checkpoint: string;
      totals: Decimal[];
      leaves: number;
      house: {
        /** The member's name as it was then, or a house account's. */
        owner: string;
        leaves: {
          /** From 1. */
          part: number;
          /** 64 hex digits, new each epoch; zeros for a house account. */
          salt: string;
          /** In the order of `coins`, as all lists of amounts. */
          amounts: Decimal[];
          /** From the leaf up. */
          path: {
            /** Where the sibling is. */
            side: 'left' | 'right';
            hash: string;
            amounts: Decimal[];
          }[];
        }[];
      }[];
    };
  };
}
