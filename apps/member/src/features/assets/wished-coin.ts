let wished: string | undefined;

/** Deposit and withdrawal opened from a coin's own page begin with that coin; the address does not say it. */
export const wishCoin = (coinId: string | undefined): void => {
  wished = coinId;
};

/** The coin that was wished for last; undefined when none was, or it was taken already. */
export function takeWishedCoin(): string | undefined {
  const coin = wished;
  wished = undefined;
  return coin;
}
