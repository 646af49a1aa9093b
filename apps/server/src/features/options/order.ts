import type { Direction, MarkTerms, OptionStake } from '@plimsoll/proof';
import { unitOf, type Amount, type Price, type Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';
import { sql, type Tx } from '../../platform/db.ts';

/**
 * Of rules 2: a mark for the line is waited for so long, and so long after the expiry the next mark decides where none
 * was fresh at it.
 */
export const LINE_WITHIN_MS = 5_000;
export const NEXT_WITHIN_MS = 60_000;

/** What was agreed of every option, by whichever rules. Nothing of it ever changes. */
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
  /** What a win pays beyond the stake; the house account holds it from the first moment. */
  readonly winnings: Amount;
  /** What decides may be at most this much older than the expiry. */
  readonly freshMs: number;
  /** When it was accepted. */
  readonly placedAtMs: number;
}

/** An option as it is placed (RULES 4): its line comes later. */
export interface PlacedOption extends Agreed {
  readonly lineDelayMs: number;
  readonly lineWithinMs: number;
  readonly nextWithinMs: number;
}

/** The line of an option, and when it expires. */
export interface Line {
  /** Of its mark; of its tick under rules 1. */
  readonly seq: number;
  readonly price: Price;
  readonly atMs: number;
  readonly expiresAtMs: number;
}

/** An option placed by rules 1: its line was the last tick at its moment, and a tick decides. */
export interface OldOption extends Agreed {
  readonly rules: 1;
  readonly line: Line;
}

/** An option by rules 2; its line is null until it is drawn. */
export interface MarkOption extends PlacedOption {
  readonly rules: 2;
  readonly line: Line | null;
}

export type TakenOption = OldOption | MarkOption;

/** The part of an option that decides what an exit price brings. */
export const stakeOf = ({ direction, stake, rate, decimals }: Agreed): OptionStake => ({
  direction,
  stake,
  rate,
  unit: unitOf(decimals),
});

/** The part of an option by rules 2 that decides which marks begin and end it. */
export const markTermsOf = (option: MarkOption): MarkTerms => {
  const { placedAtMs, seconds, lineDelayMs, lineWithinMs, freshMs, nextWithinMs } = option;
  return { ...stakeOf(option), placedAtMs, seconds, lineDelayMs, lineWithinMs, freshMs, nextWithinMs };
};

const takeIds = sql<{ id: string }>(
  'option.takeIds',
  `select nextval('option_order_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for options about to be placed, rising. */
export async function takeOptionIds(tx: Tx, count: number): Promise<string[]> {
  return (await tx.run(takeIds, [count])).map((row) => row.id);
}
