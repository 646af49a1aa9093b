import type { Direction, MarkTerms, OptionStake } from '@plimsoll/proof';
import { unitOf, type Amount, type Price, type Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';
import { sql, type Tx } from '../../platform/db.ts';

/** Of rules 2: how long a mark for the line, and after the expiry the next mark, is awaited. */
export const LINE_WITHIN_MS = 5_000;
export const NEXT_WITHIN_MS = 60_000;

/** What was agreed of an option, under either rules; it never changes. */
interface Agreed {
  readonly id: Id<'option'>;
  readonly memberId: Id<'member'>;
  readonly marketId: Id<'market'>;
  readonly direction: Direction;
  readonly stake: Amount;
  /** Places of the staked coin. */
  readonly decimals: number;
  readonly termsVersion: number;
  readonly seconds: number;
  readonly rate: Rate;
  /** The profit of a win; a hold of the house account from the beginning. */
  readonly winnings: Amount;
  /** The maximum age, at the expiry, of what decides. */
  readonly freshMs: number;
  readonly placedAtMs: number;
}

export interface PlacedOption extends Agreed {
  readonly lineDelayMs: number;
  readonly lineWithinMs: number;
  readonly nextWithinMs: number;
}

export interface Line {
  /** Of its mark; of its tick under rules 1. */
  readonly seq: number;
  readonly price: Price;
  readonly atMs: number;
  readonly expiresAtMs: number;
}

/** An option of rules 1: its line was the last tick at its moment, and a tick decides. */
export interface OldOption extends Agreed {
  readonly rules: 1;
  readonly line: Line;
}

/** An option of rules 2; its line is null until it is drawn. */
export interface MarkOption extends PlacedOption {
  readonly rules: 2;
  readonly line: Line | null;
}

export type StoredOption = OldOption | MarkOption;

/** The part of an option that decides what an exit price brings. */
export const stakeOf = ({ direction, stake, rate, decimals }: Agreed): OptionStake => ({
  direction,
  stake,
  rate,
  unit: unitOf(decimals),
});

/** The part of an option of rules 2 that decides which marks begin and end it. */
export const markTermsOf = (option: MarkOption): MarkTerms => {
  const { placedAtMs, seconds, lineDelayMs, lineWithinMs, freshMs, nextWithinMs } = option;
  return { ...stakeOf(option), placedAtMs, seconds, lineDelayMs, lineWithinMs, freshMs, nextWithinMs };
};

const takeIds = sql<{ id: string }>(
  'option.takeIds',
  `select nextval('option_order_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for new options, rising. */
export async function takeOptionIds(tx: Tx, count: number): Promise<string[]> {
  return (await tx.run(takeIds, [count])).map((row) => row.id);
}
