import { readDecimal } from '@plimsoll/i18n';
import type { SettingsItem } from '@plimsoll/contract/operator';
import { unpadded } from '../../platform/resource/index.ts';

export type SettingName = Exclude<keyof SettingsItem, 'custom_script'>;

/** The kind of a value: `leave` is where members go after a claim, `presets` the quick stakes. */
type SettingKind =
  | 'flag'
  | 'text'
  | 'link'
  | 'image'
  | 'amount'
  | 'fraction'
  | 'seconds'
  | 'milliseconds'
  | 'cap'
  | 'multiples'
  | 'leave'
  | 'presets'
  | 'fixed';
export interface SettingSpec {
  readonly name: SettingName;
  readonly kind: SettingKind;
}

const flags = (...names: readonly SettingName[]): readonly SettingSpec[] =>
  names.map((name) => ({ name, kind: 'flag' }));

/** All settings, grouped by subject. */
export const SETTING_GROUPS = [
  {
    name: 'site',
    settings: [
      { name: 'name', kind: 'text' },
      { name: 'logo', kind: 'image' },
      { name: 'custom_service', kind: 'link' },
      { name: 'invit_url', kind: 'link' },
      { name: 'ios_url', kind: 'link' },
      { name: 'android_url', kind: 'link' },
    ],
  },
  {
    name: 'joining',
    settings: flags(
      'email_register_switch',
      'phone_register_switch',
      'verify_email_code',
      'verify_phone_code',
      'invie_code_switch',
      'certification_switch',
    ),
  },
  {
    name: 'money',
    settings: [
      ...flags(
        'recharge_status',
        'withdrawal_status',
        'address_switch',
        'bank_switch',
        'identity_for_withdrawal',
        'traders_password_switch',
      ),
      { name: 'four_eyes_threshold', kind: 'amount' },
      { name: 'daily_limit_uncertified', kind: 'amount' },
      { name: 'daily_limit_certified', kind: 'amount' },
      { name: 'liabilities_seconds', kind: 'seconds' },
      ...flags('can_edit_address', 'can_edit_bank', 'bank_swan_type'),
      { name: 'recharge_subover_refre', kind: 'leave' },
      { name: 'withdrawal_subover_refre', kind: 'leave' },
    ],
  },
  {
    name: 'trading',
    settings: [
      ...flags('options_switch'),
      { name: 'hy_price_type', kind: 'presets' },
      { name: 'hy_numcolstmp', kind: 'multiples' },
      { name: 'fresh_seconds', kind: 'seconds' },
      { name: 'line_delay', kind: 'milliseconds' },
      { name: 'mark_band', kind: 'fraction' },
      { name: 'options_net_limit', kind: 'amount' },
      { name: 'options_member_limit', kind: 'amount' },
      { name: 'depth_recovery', kind: 'seconds' },
      { name: 'spot_fee', kind: 'fraction' },
      { name: 'max_open_orders', kind: 'cap' },
      { name: 'price_band', kind: 'fraction' },
      { name: 'spot_position_limit', kind: 'amount' },
      { name: 'spot_member_minute_limit', kind: 'amount' },
      ...flags('flash_exchange_status'),
      { name: 'exchange_spread', kind: 'fraction' },
    ],
  },
  {
    name: 'products',
    settings: flags(
      'loan_switch',
      'machine_switch',
      'staking_switch',
      'staking_list_switch',
      'Internal_transfer_status',
      'account_transfer_status',
      'quantize_switch',
    ),
  },
  { name: 'reading', settings: flags('unread_notice_switch', 'introduce_switch') },
  {
    name: 'fixed',
    settings: [
      { name: 'demo', kind: 'fixed' },
      { name: 'terms_version', kind: 'fixed' },
      { name: 'custom_script_src', kind: 'fixed' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly settings: readonly SettingSpec[] }[];

/** In the order of the screen. */
export const ALL_SETTINGS: readonly SettingSpec[] = SETTING_GROUPS.flatMap(
  ({ settings }) => settings as readonly SettingSpec[],
);

/** The text of a setting's field. */
export function writtenOf({ name }: SettingSpec, item: SettingsItem): string {
  const value = item[name];
  if (value === null) return '';
  return Array.isArray(value) ? value.join(', ') : unpadded(String(value));
}

/** The value that is sent for a field's text; an invalid text is left for the server to refuse. */
export function sentOf(kind: SettingKind, written: string): unknown {
  const plain = readDecimal(written) ?? written.trim();
  switch (kind) {
    case 'flag':
    case 'leave':
    case 'presets':
      return Number(written);
    case 'cap':
      return plain === '' ? null : plain;
    case 'amount':
    case 'fraction':
    case 'seconds':
    case 'milliseconds':
      return plain;
    case 'multiples': {
      const all = written.split(/[,،，]/).map((each) => readDecimal(each.trim()) ?? '');
      return all.every((each) => /^\d{1,7}$/.test(each)) ? all.map(Number) : written;
    }
    case 'text':
    case 'link':
    case 'image':
    case 'fixed':
      return written.trim();
  }
}
