import type { Amount, Rate } from '@plimsoll/money';
import { DAY_MS, transferParts } from '@plimsoll/rules';
import type { PlacedTransfer } from './member-transfer.ts';

/** What sending a coin costs, and how long it takes. */
export interface SendingTerms {
  /** A fraction below 1. */
  readonly rate: Rate;
  readonly days: number;
  readonly decimals: number;
}

/**
 * What a transfer of `gross` placed at `placedAtMs` comes to: the fee rounded down to the coin's places, a day being 24
 * hours (RULES 5).
 */
export function agreedAt(
  gross: Amount,
  { days, ...terms }: SendingTerms,
  placedAtMs: number,
): Pick<PlacedTransfer, 'fee' | 'net' | 'arrivesAtMs'> {
  return { ...transferParts(gross, terms), arrivesAtMs: placedAtMs + days * DAY_MS };
}
