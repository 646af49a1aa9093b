import type { Balances } from './balances.ts';

export interface Coin {
  readonly id: string;
  readonly title: string;
  readonly places: number;
  // Changed by owners.
  withdrawMin: bigint;
  withdrawMax: bigint;
  feeType: 1 | 2;
  feePercent: bigint;
  feeFixed: bigint;
  sendRate: bigint;
  sendDays: number;
}

export interface Market {
  readonly id: string;
  readonly symbol: string;
  readonly base: Coin;
  readonly quote: Coin;
  readonly min: bigint;
  readonly step: bigint;
  readonly priceStep: bigint;
  /** Its own, or null for the site's. */
  fee: bigint | null;
}

export interface Member {
  readonly id: string;
  readonly username: string;
  frozen: boolean;
  payPassword: string | null;
  wrongPayments: number;
  paymentsStoppedUntilMs: number;
  lastGiftMs: number | null;
  identity: 0 | 1 | 2 | 3;
  addresses: Map<string, string>;
}

export interface Settings {
  readonly switches: Record<string, 0 | 1>;
  freshMs: number;
  spotFee: bigint;
  spread: bigint;
  maxOpenOrders: number | null;
  positionLimit: bigint;
  minuteLimit: bigint;
  fourEyes: bigint;
}

export interface World {
  /** The server's time, right or wrong. */
  readonly now: () => number;
  readonly balances: Balances;
  readonly coins: ReadonlyMap<string, Coin>;
  readonly markets: ReadonlyMap<string, Market>;
  readonly members: Map<string, Member>;
  readonly settings: Settings;
}

export const DAY_MS = 86_400_000;

/** True when the amount has more places than the coin. */
export const tooFine = (amount: bigint, coin: Coin): boolean => amount % 10n ** BigInt(8 - coin.places) !== 0n;
