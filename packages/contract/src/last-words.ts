/** Where something leaves to, complete: nothing is cut or masked. */
export type WordsPlace =
  /** `network`: names of the coin's networks that take the address, separated by commas. */
  | { readonly kind: 'address'; readonly address: string; readonly network: string }
  | { readonly kind: 'card'; readonly bank: string; readonly number: string; readonly holder: string }
  | { readonly kind: 'member'; readonly id: string; readonly name: string };

/** What leaves, and where to: decimals with eight places, as on the wire. */
export interface LastWords {
  readonly call: 'withdraw' | 'balanceTransfer';
  /** The coin's title. */
  readonly coin: string;
  /** Gross. */
  readonly amount: string;
  readonly fee: string;
  readonly to: WordsPlace;
}

function placeLines(to: WordsPlace): string[] {
  switch (to.kind) {
    case 'address':
      return [`to address ${to.address}`, `over ${to.network}`];
    case 'card':
      return [`to card ${to.number}`, `bank ${to.bank}`, `holder ${to.holder}`];
    case 'member':
      return [`to member ${to.id}`, `name ${to.name}`];
  }
}

/**
 * The text of the final confirmation (RULES 8), one line per fact, separated by line feeds (no value can contain one).
 * A passkey signs its SHA-256 in UTF-8: the server computes it from the request, the page from what it shows. `nonce`
 * is the server's, so that a signature is good once.
 */
export const lastWords = ({ call, coin, amount, fee, to }: LastWords, nonce: string): string =>
  [
    'plimsoll last look 1',
    call,
    `amount ${amount} ${coin}`,
    `fee ${fee} ${coin}`,
    ...placeLines(to),
    `nonce ${nonce}`,
  ].join('\n');
