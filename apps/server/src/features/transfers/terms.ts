import { minus, share, unitOf, type Amount, type Rate } from '@plimsoll/money';
import type { PlacedTransfer } from './member-transfer.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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
  { rate, days, decimals }: SendingTerms,
  placedAtMs: number,
): Pick<PlacedTransfer, 'fee' | 'net' | 'arrivesAtMs'> {
  const fee = share(gross, rate, 'down', unitOf(decimals));
  return { fee, net: minus(gross, fee), arrivesAtMs: placedAtMs + days * DAY_MS };
}
