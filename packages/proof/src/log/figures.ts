import { amount, minus, notional, PLACES, price, rate, share, unitOf, ZERO, type Amount } from '@plimsoll/money';
import { choiceOf } from './commitment.ts';
import type { Entry, Opened } from './entry.ts';

function profitOf(outcome: Entry<'option-settled'>['outcome'], stake: Amount, agreed: string): Amount {
  if (outcome === 'lose') return minus(ZERO, stake);
  return outcome === 'win' ? share(stake, rate(agreed), 'half-even') : ZERO;
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
  amount(opened.profit) === profitOf(settled.outcome, amount(staked.stake), taken.rate);

/** Whether a fill's cost and fee follow from its price, quantity and rate (PROOF 2.5). */
export function isFilled({ entry, opened }: OpenedEntry<'fill'>): boolean {
  if (entry.places > PLACES) return false;
  const quantity = amount(opened.quantity);
  const paid = notional(price(entry.price), quantity, 'down');
  const received = entry.side === 'buy' ? quantity : paid;
  const fee = share(received, rate(entry.fee_rate), 'down', unitOf(entry.places));
  return amount(opened.paid) === paid && amount(opened.fee) === fee;
}
