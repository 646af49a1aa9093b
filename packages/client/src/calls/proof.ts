// Written by `npm run wire-docs` from packages/contract: change that.
export interface ProofCalls {
  /** The receipts of something of the member's, one for each of its entries so far, in the log's order: of an option, of a spot order (its fills), of a deposit, a withdrawal, an exchange or a transfer by its own id (`recharge`, `withdraw`, `exchange`, `transfer` between own accounts, `send` to or from another member), or of any journal that moved money, by the `journal` of its bill. What has moved nothing yet has none, nor has what happened before the deployment had a log. */
  'getReceipt': {
    takes: {
      kind: 'option' | 'fill' | 'recharge' | 'withdraw' | 'exchange' | 'transfer' | 'send' | 'journal';
      id: string | number;
    };
    answers: {
      list: {
        /** The entry's line. */
        entry: string;
        /** Null, as `opened` is, for an entry that commits to nothing. */
        salt: string | null;
        /** What the entry commits to: the fields of its type (PROOF 2.1). */
        opened: {
          direction: 'up' | 'down';
          stake: string;
          member: number;
        } | {
          stake: string;
          profit: string;
        } | {
          quantity: string;
          paid: string;
          fee: string;
          member: number;
        } | {
          id: number;
          lines: {
            from: string;
            to: string;
            coin: string;
            amount: string;
          }[];
        } | null;
        /** A signed note over the entries of this answer; the entry is number `i`, `path` its inclusion proof in base64. */
        signature: {
          i: number;
          path: string[];
          note: string;
        };
        /** The entry's place in the log; null, as `proof` and `checkpoint` are, until a checkpoint includes it. */
        index: number | null;
        /** Inclusion proof in base64, the sibling first. */
        proof: string[] | null;
        /** A signed note. */
        checkpoint: string | null;
      }[];
    };
  };
}
