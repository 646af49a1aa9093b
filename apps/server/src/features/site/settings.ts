import { settingsShape } from '@plimsoll/contract/site';
import type { Settings } from '@plimsoll/contract';
import { amount, parseAmount, rate, type Amount, type Rate } from '@plimsoll/money';
import { z } from 'zod';

/** What members never see, but rules need. */
export interface InternalSettings {
  /** A market is fresh while its last tick is at most so many seconds old. */
  readonly fresh_seconds: number;
  /** Fee on what a spot fill brings, unless the market has its own. */
  readonly spot_fee: Rate;
  /** Half of what members took from a side of a book comes back in so many seconds (RULES 3). */
  readonly depth_recovery: number;
  /** How far through the book a spot limit may be: a fraction of the best price. */
  readonly price_band: Rate;
  /** What the house's position in a coin may be worth, in USDT (RULES 3). */
  readonly spot_position_limit: Amount;
  /** What a member may deal for in a minute, in spot and exchange, in USDT (RULES 3). */
  readonly spot_member_minute_limit: Amount;
  /** What a flash exchange costs, once a leg. */
  readonly exchange_spread: Rate;
  /** Most open spot orders of a member; null for no cap. */
  readonly max_open_orders: number | null;
  /** Withdrawals above so many USDT need two operators. */
  readonly four_eyes_threshold: Amount;
  /** 1: withdrawals need `rzstatus` 2. */
  readonly identity_for_withdrawal: 0 | 1;
  /** What may leave a member within 24 hours, in USDT, without and with a certified identity (RULES 8). */
  readonly daily_limit_uncertified: Amount;
  readonly daily_limit_certified: Amount;
  /** Milliseconds from an option's acceptance to its line (RULES 4). */
  readonly line_delay: number;
  /**
   * A mark further than this fraction from the one before needs a second source, or to stand for a second (RULES 2).
   */
  readonly mark_band: Rate;
  /** What the house may lose, net, by options of a market that expire within ten seconds, in USDT (RULES 4). */
  readonly options_net_limit: Amount;
  /** What a member may have staked in open options, in USDT (RULES 4). */
  readonly options_member_limit: Amount;
  /** Presets of an option's stake, as multiples of the duration's least stake. */
  readonly hy_numcolstmp: readonly number[];
  /** 2: presets are those multiples; 1: the least stakes themselves. */
  readonly hy_price_type: 1 | 2;
}
/** Every setting of the site. */
export type AllSettings = Settings & InternalSettings;

export interface SettingsBasis {
  readonly mode: 'demo' | 'live';
  /** True while prices are simulated or replayed. */
  readonly isDemoFeed: boolean;
  /** Text messages have a provider (`SMS_URL`). */
  readonly canText?: boolean;
}

/** What holds until an owner sets something else (docs/wire/site.md): in demo mode everything is on. */
export function defaultSettings({ mode, isDemoFeed }: SettingsBasis): AllSettings {
  return {
    name: 'Plimsoll',
    logo: '',
    custom_script: '',
    custom_script_src: '',
    custom_service: '',
    invit_url: '/register?invite=',
    ios_url: '',
    android_url: '',
    unread_notice_switch: 1,
    flash_exchange_status: 1,
    loan_switch: 1,
    machine_switch: 1,
    staking_switch: 1,
    staking_list_switch: 0,
    Internal_transfer_status: 1,
    account_transfer_status: 1,
    recharge_status: 1,
    withdrawal_status: 1,
    certification_switch: 1,
    address_switch: 1,
    bank_switch: 1,
    introduce_switch: 1,
    traders_password_switch: 1,
    email_register_switch: 1,
    phone_register_switch: 1,
    verify_email_code: 0,
    verify_phone_code: 0,
    invie_code_switch: 1,
    can_edit_address: 1,
    can_edit_bank: 1,
    bank_swan_type: 1,
    quantize_switch: 1,
    options_switch: mode === 'demo' ? 1 : 0,
    recharge_subover_refre: 2,
    withdrawal_subover_refre: 2,
    demo: isDemoFeed ? 1 : 0,
    terms_version: 1,
    fresh_seconds: 5,
    depth_recovery: 30,
    price_band: rate('0.5'),
    spot_position_limit: amount('5000000'),
    spot_member_minute_limit: amount('1000000'),
    spot_fee: rate('0.001'),
    exchange_spread: rate('0.002'),
    max_open_orders: null,
    four_eyes_threshold: amount('10000'),
    identity_for_withdrawal: 0,
    daily_limit_uncertified: amount(mode === 'demo' ? '1000000' : '10000'),
    daily_limit_certified: amount(mode === 'demo' ? '10000000' : '100000'),
    line_delay: 1_000,
    mark_band: rate('0.005'),
    options_net_limit: amount('1000000'),
    options_member_limit: amount('100000'),
    hy_numcolstmp: [1, 3, 5, 10],
    hy_price_type: 2,
  };
}

/**
 * What no owner can set otherwise in a mode: where money is real, an account is somebody's who has shown that its
 * e-mail or phone number is theirs, and phone numbers register nobody while nothing is sent to them (RULES 8).
 */
export const fixedIn = ({ mode, canText = false }: Pick<SettingsBasis, 'mode' | 'canText'>): Partial<AllSettings> =>
  mode === 'live'
    ? { verify_email_code: 1, verify_phone_code: 1, ...(canText ? {} : { phone_register_switch: 0 }) }
    : {};

/** A fraction below one, stored as its decimal text. */
const storedRate = z
  .string()
  .regex(/^0(\.\d{1,8})?$/)
  .transform((text) => rate(text));
const storedAmount = z
  .string()
  .refine((text) => parseAmount(text) !== null)
  .transform((text) => amount(text));

/**
 * How each setting is stored. `demo` follows from the feed, and the page script stands in a table of its own: neither
 * can be set.
 */
const stored: z.ZodObject = settingsShape.omit({ demo: true, custom_script: true, custom_script_src: true }).extend({
  fresh_seconds: z.number().positive().max(3600),
  depth_recovery: z.number().positive().max(3600),
  spot_fee: storedRate,
  price_band: storedRate,
  spot_position_limit: storedAmount,
  spot_member_minute_limit: storedAmount,
  exchange_spread: storedRate,
  max_open_orders: z.int().positive().nullable(),
  four_eyes_threshold: storedAmount,
  identity_for_withdrawal: z.union([z.literal(0), z.literal(1)]),
  daily_limit_uncertified: storedAmount,
  daily_limit_certified: storedAmount,
  line_delay: z.int().positive().max(10_000),
  mark_band: storedRate,
  options_net_limit: storedAmount,
  options_member_limit: storedAmount,
  hy_numcolstmp: z.array(z.int().positive()).min(1).max(8),
  hy_price_type: z.union([z.literal(1), z.literal(2)]),
});

/** The defaults with what is stored over them. A stored value that is none for its key is left out. */
export function withStored(
  defaults: AllSettings,
  rows: readonly { readonly key: string; readonly value: unknown }[],
): AllSettings {
  const set = rows.flatMap(({ key, value }) => {
    const schema = stored.shape[key] as z.ZodType | undefined;
    const parsed = schema?.safeParse(value);
    return parsed?.success ? [[key, parsed.data] as const] : [];
  });
  return { ...defaults, ...(Object.fromEntries(set) as Partial<AllSettings>) };
}
