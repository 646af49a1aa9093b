import { z } from 'zod';
import { decimal, flag } from '../call.ts';
import { choiceField, optional, textField, trim } from '../fields.ts';
import { settingsShape } from '../site.ts';
import { contactField, linkField, pictureField } from './link-fields.ts';
import { operatorCall, twoOperators } from './operator-call.ts';
import { amountOrZeroField, flagField, ifGiven, rateField, wholeField } from './operator-fields.ts';
import type { OperatorReason } from './operator-reasons.ts';

/** The flags of getSetting, and those that members never see. */
const allSettings = settingsShape.extend({
  /** Maximum age of a fresh market's last book, in seconds. */
  fresh_seconds: z.number(),
  /** A fraction of what a spot fill brings, unless the market has its own. */
  spot_fee: decimal,
  /** Half of what was taken from a side of a book returns in so many seconds. */
  depth_recovery: z.number(),
  /** How deep a limit order may reach into the book: a fraction of the best price. */
  price_band: decimal,
  /** Maximum worth of the platform's position in a coin, long or short, in USDT. */
  spot_position_limit: decimal,
  /** Maximum a member may trade in a minute, spot and exchange together, in USDT. */
  spot_member_minute_limit: decimal,
  /** A fraction, per market used. */
  exchange_spread: decimal,
  /** Maximum open spot orders of a member; null for no limit. */
  max_open_orders: z.int().positive().nullable(),
  /** Withdrawals worth more need two operators. */
  four_eyes_threshold: decimal,
  identity_for_withdrawal: flag,
  /** Maximum worth leaving a member within 24 hours, without and with a certified identity, in USDT. */
  daily_limit_uncertified: decimal,
  daily_limit_certified: decimal,
  /** Milliseconds from an option's acceptance to its line: the first mark then or later. */
  line_delay: z.number(),
  /**
   * A mark that deviates from the last by more than this fraction needs a second source, or to persist for a second.
   */
  mark_band: decimal,
  /** Maximum net loss of the platform by options of a market that expire within ten seconds, in USDT. */
  options_net_limit: decimal,
  /** Maximum of a member's open stakes, in USDT. */
  options_member_limit: decimal,
  /** Seconds between two epochs of liabilities; a live deployment takes at least 60. */
  liabilities_seconds: z.number(),
  /** Presets of a stake, as multiples of its minimum, where `hy_price_type` is 2. */
  hy_numcolstmp: z.array(z.int().positive()),
  hy_price_type: z.union([z.literal(1), z.literal(2)]),
});
export type SettingsItem = z.output<typeof allSettings>;

const own =
  (reason: OperatorReason) =>
  (context: z.RefinementCtx): never => {
    context.addIssue({ code: 'custom', message: reason });
    return z.NEVER;
  };
/** Derived: the prices' source, the options' terms, an approved script. */
const fixedField = () =>
  z
    .unknown()
    .transform((value, context): undefined => (value === undefined ? undefined : own('not_settable')(context)))
    .meta({ field: 'fixed', optional: true });
/** A whole number from 1, or null for none. */
const capField = () => {
  const whole = wholeField(1, 1_000_000);
  return z
    .unknown()
    .transform((value, context): number | null => {
      if (value === null || (typeof value === 'string' && trim(value) === '')) return null;
      const parsed = whole.safeParse(value);
      return parsed.success ? parsed.data : own('bad_value')(context);
    })
    .meta({ field: 'cap' });
};
/** One to eight whole numbers, each greater than the one before. */
const multiplesField = () =>
  z
    .unknown()
    .transform((value, context): readonly number[] => {
      const parsed = z.array(z.int().min(1).max(1_000_000)).min(1).max(8).safeParse(value);
      const rises =
        parsed.success && parsed.data.every((each, index) => index === 0 || each > (parsed.data[index - 1] ?? 0));
      return rises ? parsed.data : own('bad_value')(context);
    })
    .meta({ field: 'multiples' });
const oneOrTwo = () =>
  choiceField('1', '2')
    .transform((value): 1 | 2 => (value === '1' ? 1 : 2))
    .meta({ field: 'choice' });
const on = () => optional(flagField());

const flags = {
  unread_notice_switch: on(),
  flash_exchange_status: on(),
  loan_switch: on(),
  machine_switch: on(),
  staking_switch: on(),
  staking_list_switch: on(),
  Internal_transfer_status: on(),
  account_transfer_status: on(),
  recharge_status: on(),
  withdrawal_status: on(),
  certification_switch: on(),
  address_switch: on(),
  bank_switch: on(),
  introduce_switch: on(),
  traders_password_switch: on(),
  email_register_switch: on(),
  phone_register_switch: on(),
  verify_email_code: on(),
  verify_phone_code: on(),
  invie_code_switch: on(),
  can_edit_address: on(),
  can_edit_bank: on(),
  bank_swan_type: on(),
  quantize_switch: on(),
  options_switch: on(),
  identity_for_withdrawal: on(),
};
const change = z.strictObject({
  ...flags,
  name: optional(textField()),
  logo: ifGiven(pictureField()),
  custom_service: ifGiven(contactField()),
  invit_url: ifGiven(linkField()),
  ios_url: ifGiven(contactField()),
  android_url: ifGiven(contactField()),
  recharge_subover_refre: optional(oneOrTwo()),
  withdrawal_subover_refre: optional(oneOrTwo()),
  fresh_seconds: optional(wholeField(1, 3600)),
  spot_fee: optional(rateField('0.99999999')),
  depth_recovery: optional(wholeField(1, 3600)),
  price_band: optional(rateField('0.99999999')),
  spot_position_limit: optional(amountOrZeroField()),
  spot_member_minute_limit: optional(amountOrZeroField()),
  exchange_spread: optional(rateField('0.99999999')),
  max_open_orders: ifGiven(capField()),
  four_eyes_threshold: optional(amountOrZeroField()),
  daily_limit_uncertified: optional(amountOrZeroField()),
  daily_limit_certified: optional(amountOrZeroField()),
  line_delay: optional(wholeField(100, 10_000)),
  // A narrower band would hold back every mark and void open options; a wider one would accept anything.
  mark_band: optional(rateField('0.05', '0.001')),
  options_net_limit: optional(amountOrZeroField()),
  options_member_limit: optional(amountOrZeroField()),
  liabilities_seconds: optional(wholeField(10, 86_400)),
  hy_numcolstmp: ifGiven(multiplesField()),
  hy_price_type: optional(oneOrTwo()),
  demo: fixedField(),
  terms_version: fixedField(),
  custom_script: fixedField(),
  custom_script_src: fixedField(),
});
export type SettingsChange = z.output<typeof change>;

/**
 * Settings that need two operators (RULES 8): thresholds, fees, login and identity requirements, and the limits of
 * RULES 3 and RULES 4.
 */
export const TWO_OPERATOR_SETTINGS = [
  'four_eyes_threshold',
  'spot_fee',
  'exchange_spread',
  'traders_password_switch',
  'identity_for_withdrawal',
  'fresh_seconds',
  'depth_recovery',
  'price_band',
  'spot_position_limit',
  'spot_member_minute_limit',
  'line_delay',
  'mark_band',
  'options_net_limit',
  'options_member_limit',
  'daily_limit_uncertified',
  'daily_limit_certified',
] as const;

export const readSettings = operatorCall('GET', '/settings', { role: 'viewer', output: allSettings });
/** Changes all given settings, or none when one is invalid. Every process applies them within two seconds. */
export const changeSettings = twoOperators(
  operatorCall('PATCH', '/settings', {
    role: 'owner',
    input: change,
    output: allSettings,
    reasons: ['not_settable', 'bad_value', 'bad_amount', 'bad_text', 'bad_image', 'nothing_to_change'],
  }),
  TWO_OPERATOR_SETTINGS,
);
