import { createStore } from '../../platform/store.ts';

const wished = createStore<string | undefined>(undefined);

/** Deposit and withdrawal opened from a coin's page begin with that coin; their addresses do not name it. */
export const wishCoin = (coinId: string | undefined): void => {
  wished.set(coinId);
};

/** The coin that was asked for, once; undefined without one. */
export function takeWishedCoin(): string | undefined {
  const coin = wished.get();
  wished.set(undefined);
  return coin;
}
