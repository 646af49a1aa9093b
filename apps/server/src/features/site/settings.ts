import { settingsShape } from '@plimsoll/contract/site';
import type { Settings } from '@plimsoll/contract';
import { amount, parseAmount, rate, type Amount, type Rate } from '@plimsoll/money';
import { z } from 'zod';

/** Settings that members never see. */
export interface InternalSettings {
  /** Maximum age of a fresh market's last tick. */
  readonly fresh_seconds: number;
  /** Fee on a spot fill, unless the market has its own. */
  readonly spot_fee: Rate;
  /** Seconds in which half of the taken depth returns (RULES 3). */
  readonly depth_recovery: number;
  /** How far into the book a spot limit reaches, as a fraction. */
  readonly price_band: Rate;
  /** Limit of the platform's position in a coin, in USDT (RULES 3). */
  readonly spot_position_limit: Amount;
  /** A member's limit per minute in USDT, spot and exchange (RULES 3). */
  readonly spot_member_minute_limit: Amount;
  /** The cost of a flash exchange, per leg. */
  readonly exchange_spread: Rate;
  /** Maximum of a member's open spot orders; null for none. */
  readonly max_open_orders: number | null;
  /** Withdrawals above this many USDT need two operators. */
  readonly four_eyes_threshold: Amount;
  /** 1: withdrawals need a certified identity. */
  readonly identity_for_withdrawal: 0 | 1;
  /** A member's withdrawals in 24 hours in USDT, by certification (RULES 8). */
  readonly daily_limit_uncertified: Amount;
  readonly daily_limit_certified: Amount;
  /** Milliseconds from an option's acceptance to its line (RULES 4). */
  readonly line_delay: number;
  /** A mark that moves by more needs a second source, or a second of time (RULES 2). */
  readonly mark_band: Rate;
  /** Maximum net loss by options of a market that expire within ten seconds, in USDT (RULES 4). */
  readonly options_net_limit: Amount;
  /** A member's maximum stake in open options, in USDT (RULES 4). */
  readonly options_member_limit: Amount;
  /** Seconds between two epochs of liabilities (PROOF 5). */
  readonly liabilities_seconds: number;
  /** Presets of an option's stake, as multiples of the duration's minimum. */
  readonly hy_numcolstmp: readonly number[];
  /** 2: presets are those multiples; 1: the minimum stakes. */
  readonly hy_price_type: 1 | 2;
}
/** All settings of the site. */
export type AllSettings = Settings & InternalSettings;

export interface SettingsBasis {
  readonly mode: 'demo' | 'live';
  /** True while prices are simulated or replayed. */
  readonly isDemoFeed: boolean;
  /** True when text messages have a provider (`SMS_URL`). */
  readonly canText?: boolean;
}

/** The settings until an owner changes them (docs/wire/site.md). */
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
    liabilities_seconds: 3600,
    hy_numcolstmp: [1, 3, 5, 10],
    hy_price_type: 2,
  };
}

/**
 * Settings that live mode fixes: addresses and numbers are verified, and phones register only with text messages (RULES
 * 8).
 */
export const fixedIn = ({ mode, canText = false }: Pick<SettingsBasis, 'mode' | 'canText'>): Partial<AllSettings> =>
  mode === 'live'
    ? { verify_email_code: 1, verify_phone_code: 1, ...(canText ? {} : { phone_register_switch: 0 }) }
    : {};

/** A fraction below one, stored as decimal text. */
const storedRate = z
  .string()
  .regex(/^0(\.\d{1,8})?$/)
  .transform((text) => rate(text));
const storedAmount = z
  .string()
  .refine((text) => parseAmount(text) !== null)
  .transform((text) => amount(text));

/** Stored forms; `demo` and the page script are no rows of `setting`. */
const stored = settingsShape.omit({ demo: true, custom_script: true, custom_script_src: true }).extend({
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
  liabilities_seconds: z.int().min(10).max(86_400),
  hy_numcolstmp: z.array(z.int().positive()).min(1).max(8),
  hy_price_type: z.union([z.literal(1), z.literal(2)]),
});

const schemas: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(stored.shape));

/** The defaults overridden by stored values; invalid ones are ignored. */
export function withStored(
  defaults: AllSettings,
  rows: readonly { readonly key: string; readonly value: unknown }[],
): AllSettings {
  const set = rows.flatMap(({ key, value }) => {
    const parsed = schemas.get(key)?.safeParse(value);
    return parsed?.success ? [[key, parsed.data] as const] : [];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was read by the schema of its key
  return { ...defaults, ...(Object.fromEntries(set) as Partial<AllSettings>) };
}
