import { z } from 'zod';
import { decimal, id } from '../call.ts';
import { choiceField, textField } from '../fields.ts';
import { otherId, positiveRateText, positiveText, rateText, crudCalls, standing, stands } from './catalogue-fields.ts';
import { pictureField } from './link-fields.ts';
import { ifGiven, longTextField, wholeField } from './operator-fields.ts';

/** What is offered (RULES 6). A change applies to new business only; terms are money: they need a fresh factor. */

/** Ten years, in days. */
const MAX_DAYS = 3650;
const days = () => wholeField(1, MAX_DAYS);

const loanProjectItem = z.object({
  id,
  title: z.string(),
  /** The institution that lends. */
  mechanism: z.string(),
  /** Minimum and maximum, in USDT. */
  minprice: decimal,
  maxprice: decimal,
  /** Percent a day. */
  interest_rate: decimal,
  /** Days. */
  cycle: z.int().positive(),
  ...stands,
});
export type LoanProjectItem = z.output<typeof loanProjectItem>;

export const {
  list: listLoanProjects,
  read: readLoanProject,
  create: createLoanProject,
  change: changeLoanProject,
} = crudCalls('loan-projects', {
  item: loanProjectItem,
  needed: {
    title: textField(),
    minprice: positiveText(),
    maxprice: positiveText(),
    interest_rate: rateText('100'),
    cycle: days(),
  },
  other: { mechanism: ifGiven(longTextField()), ...standing },
  fresh: true,
  reasons: ['least_above_most'],
});

const miningProductItem = z.object({
  id,
  title: z.string(),
  img: z.string(),
  c_id: id,
  coin_title: z.string(),
  /** Minimum and maximum of one order, in the coin. */
  min_price: decimal,
  max_price: decimal,
  /** Percent a day. */
  interest_rate: decimal,
  /** Days. */
  cycle: z.int().positive(),
  ...stands,
});
export type MiningProductItem = z.output<typeof miningProductItem>;

export const {
  list: listMiningProducts,
  read: readMiningProduct,
  create: createMiningProduct,
  change: changeMiningProduct,
} = crudCalls('mining-products', {
  item: miningProductItem,
  needed: {
    title: textField(),
    c_id: otherId(),
    min_price: positiveText(),
    max_price: positiveText(),
    interest_rate: positiveRateText('100'),
    cycle: days(),
  },
  other: { img: ifGiven(pictureField()), ...standing },
  fresh: true,
  reasons: ['unknown_coin', 'least_above_most', 'bad_amount', 'bad_image'],
});

/** Maximum number of durations of a project. */
const MAX_DURATIONS = 20;

const stakingProjectItem = z.object({
  id,
  c_id: id,
  coin: z.string(),
  /** 1 flexible: redeemable any time; 2 fixed. */
  type: z.union([z.literal(1), z.literal(2)]),
  img: z.string(),
  /** Durations, shortest first. One that changes gets a new id. */
  staking_info: z.array(
    z.object({
      id,
      days: z.int().positive(),
      /** Percent a year. */
      interest_rate: decimal,
      /** Minimum stake, in the coin. */
      min_price: decimal,
    }),
  ),
  ...stands,
});
export type StakingProjectItem = z.output<typeof stakingProjectItem>;

const duration = z.preprocess(
  (each) =>
    typeof each === 'object'
      ? { id: undefined, days: undefined, interest_rate: undefined, min_price: undefined, ...each }
      : each,
  z.strictObject(
    {
      /** Ignored: a duration is identified by its terms. */
      id: ifGiven(otherId()),
      days: days(),
      interest_rate: positiveRateText('1000'),
      min_price: positiveText(),
    },
    'bad_value',
  ),
);

/** All durations, one of each length; omitted ones are no longer offered. */
const durationsField = () =>
  z
    .array(duration, 'bad_value')
    .min(1, 'bad_value')
    .max(MAX_DURATIONS, 'bad_value')
    .refine((all) => new Set(all.map((each) => each.days)).size === all.length, 'already_exists')
    .transform((all) =>
      all
        .map(({ days, interest_rate, min_price }) => ({ days, interest_rate, min_price }))
        .sort((a, b) => a.days - b.days),
    )
    .meta({ field: 'durations' });

export const {
  list: listStakingProjects,
  read: readStakingProject,
  create: createStakingProject,
  change: changeStakingProject,
} = crudCalls('staking-projects', {
  item: stakingProjectItem,
  needed: {
    c_id: otherId(),
    type: choiceField('1', '2')
      .transform((type) => (type === '1' ? 1 : 2))
      .meta({ field: 'choice' }),
    staking_info: durationsField(),
  },
  other: { img: ifGiven(pictureField()), ...standing },
  fresh: true,
  reasons: ['unknown_coin', 'bad_amount', 'bad_image', 'bad_value'],
});
