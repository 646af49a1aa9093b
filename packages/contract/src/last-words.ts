/** Where something leaves to: nothing is cut or masked. */
export type WordsPlace =
  /** `network`: the networks that take the address, separated by commas. */
  | { readonly kind: 'address'; readonly address: string; readonly network: string }
  | { readonly kind: 'card'; readonly bank: string; readonly number: string; readonly holder: string }
  | { readonly kind: 'member'; readonly id: string; readonly name: string };

/** Decimals with eight places, as on the wire. */
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
 * The text of the final confirmation (RULES 8), a line per fact, separated by line feeds (no value can contain one). A
 * passkey signs its SHA-256 in UTF-8, which the server computes from the request and the page from what it shows. The
 * server's `nonce` makes a signature good once.
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
