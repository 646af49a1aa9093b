import { choiceOf } from './commitment.ts';
import type { Entry, Opened } from './entry.ts';

const ONE = 10n ** 8n;
/** A figure of eight decimals in units of 10⁻⁸. */
const unitsOf = (figure: string): bigint => BigInt(figure.replace('.', ''));

function profitOf(outcome: Entry<'option-settled'>['outcome'], stake: bigint, rate: bigint): bigint {
  if (outcome === 'lose') return -stake;
  if (outcome !== 'win') return 0n;
  const won = (stake * rate) / ONE;
  const twice = ((stake * rate) % ONE) * 2n;
  return twice > ONE || (twice === ONE && won % 2n === 1n) ? won + 1n : won;
}

/** An entry and what it commits to. */
export interface OpenedEntry<T extends 'option-taken' | 'option-settled' | 'fill'> {
  readonly entry: Entry<T>;
  readonly opened: Opened<T>;
}

/** Whether the end of an option follows from its beginning: its direction, its stake and its profit (PROOF 3). */
export const isEndOf = (
  { entry: settled, opened }: OpenedEntry<'option-settled'>,
  { entry: taken, opened: staked }: OpenedEntry<'option-taken'>,
): boolean =>
  settled.id === taken.id &&
  choiceOf(settled.direction, settled.salt) === taken.choice &&
  opened.stake === staked.stake &&
  unitsOf(opened.profit) === profitOf(settled.outcome, unitsOf(staked.stake), unitsOf(taken.rate));

/** Whether a fill's cost and fee follow from its price, quantity and rate (PROOF 2.5). */
export function isFilled({ entry, opened }: OpenedEntry<'fill'>): boolean {
  const paid = (unitsOf(entry.price) * unitsOf(opened.quantity)) / ONE;
  if (unitsOf(opened.paid) !== paid || entry.places > 8) return false;
  const unit = 10n ** BigInt(8 - entry.places);
  const received = entry.side === 'buy' ? unitsOf(opened.quantity) : paid;
  return unitsOf(opened.fee) === ((received * unitsOf(entry.fee_rate)) / (ONE * unit)) * unit;
}
