import { z } from 'zod';
import { decimal, flag, id } from '../call.ts';
import { positiveRateText, positiveText, crudCalls } from './catalogue-fields.ts';
import { flagField, ifGiven, wholeField } from './operator-fields.ts';

/** Of one duration (RULES 4). Every change makes a new version, for new options only. */
const optionTermItem = z.object({
  id,
  seconds: z.int().min(5),
  /** Minimum and maximum stake, in USDT. */
  min: decimal,
  max: decimal,
  /** Profit of a win per unit staked: a fraction. */
  rate: decimal,
  enabled: flag,
});
export type OptionTermItem = z.output<typeof optionTermItem>;

/** A year. */
const MAX_SECONDS = 31_536_000;

/** One enabled row per duration: a second is `already_exists`. */
export const {
  list: listOptionTerms,
  read: readOptionTerm,
  create: createOptionTerm,
  change: changeOptionTerm,
} = crudCalls('option-terms', {
  item: optionTermItem,
  needed: {
    seconds: wholeField(5, MAX_SECONDS),
    min: positiveText(),
    max: positiveText(),
    rate: positiveRateText('10'),
  },
  other: { enabled: ifGiven(flagField()) },
  reasons: ['least_above_most', 'bad_value'],
  two: { create: 'always', change: 'always' },
});
