/** The house's accounts, and the world beyond (RULES 1). */
export type HouseName = 'outside' | 'spot' | 'options' | 'loans' | 'rewards' | 'fees' | 'rounding';

export interface Purse {
  available: bigint;
  frozen: bigint;
}

/** Every balance there is, by account and coin. Only `outside` may be below zero. */
export class Purses {
  readonly all = new Map<string, Purse>();

  of(account: string): Purse {
    const purse = this.all.get(account) ?? { available: 0n, frozen: 0n };
    this.all.set(account, purse);
    return purse;
  }

  has(account: string, amount: bigint): boolean {
    return this.of(account).available >= amount;
  }

  move(from: string, to: string, amount: bigint): void {
    this.of(from).available -= amount;
    this.of(to).available += amount;
  }

  hold(account: string, amount: bigint): void {
    const purse = this.of(account);
    purse.available -= amount;
    purse.frozen += amount;
  }

  release(account: string, amount: bigint): void {
    this.hold(account, -amount);
  }

  /** What was held goes to somebody else. */
  capture(from: string, to: string, amount: bigint): void {
    this.of(from).frozen -= amount;
    this.of(to).available += amount;
  }
}

export const memberPurse = (memberId: string, type: number, coinId: string): string => `member ${memberId} account ${type} coin ${coinId}`;
export const housePurse = (house: HouseName, coinId: string): string => `house ${house} coin ${coinId}`;
