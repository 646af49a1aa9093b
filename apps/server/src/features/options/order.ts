import type { Direction, OptionTerms } from '@plimsoll/proof';
import { unitOf, type Amount, type Price, type Rate } from '@plimsoll/money';
import { sql, type Tx } from '../../platform/db.ts';

/** An option that was taken, with all that was agreed (rules 4). Nothing of it ever changes. */
export interface TakenOption {
  readonly id: string;
  readonly memberId: string;
  readonly marketId: string;
  readonly direction: Direction;
  readonly stake: Amount;
  /** Places of the staked coin. */
  readonly decimals: number;
  readonly termsVersion: number;
  readonly seconds: number;
  readonly rate: Rate;
  /** What a win pays beyond the stake; the house holds it from the first moment. */
  readonly winnings: Amount;
  /** The exit tick may be at most this much older than the expiry. */
  readonly freshMs: number;
  readonly entrySeq: number;
  readonly entryPrice: Price;
  readonly placedAtMs: number;
  readonly expiresAtMs: number;
}

/** The part of it that decides how it ends. */
export const agreedOn = ({ direction, stake, rate, entryPrice, expiresAtMs, freshMs, decimals }: TakenOption): OptionTerms =>
  ({ direction, stake, rate, entryPrice, expiresAtMs, freshMs, unit: unitOf(decimals) });

const takeIds = sql<{ id: string }>('option.takeIds', `select nextval('option_order_id_seq') as id from generate_series(1, $1)`);

/** Numbers for options about to be taken, rising. */
export async function takeOptionIds(tx: Tx, count: number): Promise<string[]> {
  return (await tx.run(takeIds, [count])).map((row) => row.id);
}
