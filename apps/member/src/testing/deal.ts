import { amount } from '@plimsoll/money';
import type { Deal } from '../platform/unusual.ts';

/** What a trade of USDT puts at stake. */
export const dealWith = (leaves: string, available: string, more: Partial<Deal> = {}): Deal => ({
  leaves: amount(leaves),
  available: amount(available),
  coin: 'USDT',
  worth: amount(leaves),
  ...more,
});
