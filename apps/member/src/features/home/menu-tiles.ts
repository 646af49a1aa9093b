import type { Settings } from '@plimsoll/contract';
import type { IconShape } from '@plimsoll/ui';
import {
  deposit,
  flash,
  loans,
  mining,
  move,
  options,
  staking,
  support,
  transfer,
  withdraw,
} from '@plimsoll/ui/icons-shell';

export type TileKey =
  | 'options'
  | 'deposit'
  | 'withdraw'
  | 'convert'
  | 'send'
  | 'moveFunds'
  | 'loans'
  | 'lockMining'
  | 'staking'
  | 'support';

/** Of the menu, and of the services that a wide window shows. */
export const TILE_ICONS: Readonly<Record<TileKey, IconShape>> = {
  options,
  deposit,
  withdraw,
  convert: flash,
  send: transfer,
  moveFunds: move,
  loans,
  lockMining: mining,
  staking,
  support,
};

export interface Tile {
  readonly key: TileKey;
  readonly to: string;
}

type Flags = Pick<
  Settings,
  | 'custom_service'
  | 'flash_exchange_status'
  | 'loan_switch'
  | 'machine_switch'
  | 'staking_switch'
  | 'Internal_transfer_status'
  | 'account_transfer_status'
  | 'recharge_status'
  | 'withdrawal_status'
>;

/** The home menu by the site's flags (PRODUCT 2). */
export function menuTiles(flags: Flags): Tile[] {
  const when = (isOn: boolean, key: TileKey, to: string): Tile[] => (isOn ? [{ key, to }] : []);
  return [
    { key: 'options', to: '/options' },
    { key: 'deposit', to: flags.recharge_status === 1 ? '/recharge' : 'service' },
    { key: 'withdraw', to: flags.withdrawal_status === 1 ? '/withdrawal' : 'service' },
    ...when(flags.flash_exchange_status === 1, 'convert', '/exchangeb'),
    ...when(flags.Internal_transfer_status === 1, 'send', '/transfer'),
    ...when(flags.account_transfer_status === 1, 'moveFunds', '/changemoney'),
    ...when(flags.loan_switch === 1, 'loans', '/loans'),
    ...when(flags.machine_switch === 1, 'lockMining', '/lockming'),
    ...when(flags.staking_switch === 1, 'staking', '/staking'),
    ...when(flags.custom_service.trim() !== '', 'support', 'service'),
  ];
}
