/** The house accounts, and what is external (RULES 1). */
export type HouseName = 'outside' | 'spot' | 'options' | 'loans' | 'rewards' | 'fees' | 'rounding';

export interface Balance {
  available: bigint;
  frozen: bigint;
}

/** Every balance, by account and coin. Only `outside` may be negative. */
export class Balances {
  readonly all = new Map<string, Balance>();

  of(account: string): Balance {
    const balance = this.all.get(account) ?? { available: 0n, frozen: 0n };
    this.all.set(account, balance);
    return balance;
  }

  has(account: string, amount: bigint): boolean {
    return this.of(account).available >= amount;
  }

  move(from: string, to: string, amount: bigint): void {
    this.of(from).available -= amount;
    this.of(to).available += amount;
  }

  hold(account: string, amount: bigint): void {
    const balance = this.of(account);
    balance.available -= amount;
    balance.frozen += amount;
  }

  release(account: string, amount: bigint): void {
    this.hold(account, -amount);
  }

  /** Moves what was held to another account. */
  capture(from: string, to: string, amount: bigint): void {
    this.of(from).frozen -= amount;
    this.of(to).available += amount;
  }
}

export const memberAccount = (memberId: string, type: number, coinId: string): string =>
  `member ${memberId} account ${type} coin ${coinId}`;
export const houseAccount = (house: HouseName, coinId: string): string => `house ${house} coin ${coinId}`;
