import { amount } from '@plimsoll/money';
import type { OptionSettings } from '../features/options/index.ts';

/** Default settings of options, with changes. */
export const optionSettings = (changes: Partial<OptionSettings> = {}): OptionSettings => ({
  freshSeconds: () => 5,
  lineDelayMs: () => 1_000,
  limits: () => ({ net: amount('1000000'), member: amount('100000') }),
  presets: () => ({ hy_numcolstmp: [1, 3, 5, 10], hy_price_type: 2 }),
  ...changes,
});
