/** Where something leaves to, whole: nothing of it is cut or masked. */
export type WordsPlace =
  /** `network`: the names of the coin's networks that take the address, by commas. */
  | { readonly kind: 'address'; readonly address: string; readonly network: string }
  | { readonly kind: 'card'; readonly bank: string; readonly number: string; readonly holder: string }
  | { readonly kind: 'member'; readonly id: string; readonly name: string };

/** What is about to leave, and where to: decimals with eight places, as the wire writes them. */
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
 * The very words of the last look (RULES 8): one line each, by line feeds; none of the values can hold one, no text of
 * the wire has control characters. SHA-256 of them in UTF-8 is what a passkey signs: the server computes it from the
 * request, the page from what it shows. `nonce` is the server's, so that no signature is good twice.
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
