import { amount } from '@plimsoll/money';
import type { OptionSettings } from '../features/options/index.ts';

/** What a new site says of options; `changes` say it otherwise. */
export const optionSettings = (changes: Partial<OptionSettings> = {}): OptionSettings => ({
  freshSeconds: () => 5,
  lineDelayMs: () => 1_000,
  limits: () => ({ net: amount('1000000'), member: amount('100000') }),
  presets: () => ({ hy_numcolstmp: [1, 3, 5, 10], hy_price_type: 2 }),
  ...changes,
});
