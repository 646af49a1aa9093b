import type { Amount, Rate } from '@plimsoll/money';
import { DAY_MS, transferParts } from '@plimsoll/rules';
import type { PlacedTransfer } from './member-transfer.ts';

/** The terms of sending a coin. */
export interface SendingTerms {
  /** A fraction below 1. */
  readonly rate: Rate;
  readonly days: number;
  readonly decimals: number;
}

/**
 * Fee, net and arrival of a transfer placed at `placedAtMs`: the fee is rounded down to the coin's places, a day is 24
 * hours (RULES 5).
 */
export function agreedAt(
  gross: Amount,
  { days, ...terms }: SendingTerms,
  placedAtMs: number,
): Pick<PlacedTransfer, 'fee' | 'net' | 'arrivesAtMs'> {
  return { ...transferParts(gross, terms), arrivesAtMs: placedAtMs + days * DAY_MS };
}
