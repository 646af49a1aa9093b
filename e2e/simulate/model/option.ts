export interface OptionWish {
  readonly memberId: string;
  readonly marketId: string;
  readonly seconds: number;
  readonly stake: bigint;
  readonly way: 'up' | 'down';
}

export interface Option {
  id: string;
  readonly wish: OptionWish;
  readonly rate: bigint;
  readonly winnings: bigint;
  readonly freshMs: number;
  readonly placedMs: number;
  /** Null until it is drawn. */
  line: { readonly price: bigint; readonly expiresMs: number } | null;
  outcome: 'win' | 'lose' | 'tie' | 'void' | null;
  profit: bigint;
  exit: bigint | null;
  settledMs: number;
}
