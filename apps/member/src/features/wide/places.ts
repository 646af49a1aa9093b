import type { Settings } from '@plimsoll/contract';
import type { IconShape } from '@plimsoll/ui';
import { assets, bell, exchange, home, market, options } from '@plimsoll/ui/icons-shell';
import { address, card, gauge, id, invite } from '@plimsoll/ui/icons-panel';
import { article, orders, proof, shield } from '@plimsoll/ui/icons-screens';
import type { Messages } from 'use-intl';
import { menuTiles, TILE_ICONS, type TileKey } from '../home/index.ts';

type TitleKey = keyof Messages['app']['titles'];

/** A screen that the rail or the palette leads to. */
export interface Place {
  readonly to: string;
  readonly title: TitleKey;
  readonly icon: IconShape;
}

/** The tabs of a phone. */
export const MAIN: readonly Place[] = [
  { to: '/', title: 'home', icon: home },
  { to: '/market', title: 'market', icon: market },
  { to: '/exchange', title: 'exchange', icon: exchange },
  { to: '/options', title: 'options', icon: options },
  { to: '/assets', title: 'assets', icon: assets },
];

/** A service of the menu; `service` opens customer service. */
export interface Service {
  readonly key: TileKey;
  readonly to: string;
  readonly icon: IconShape;
  readonly group: 'money' | 'earn';
}

/** Where a service is listed; options are a tab. */
const GROUPS: Readonly<Record<TileKey, Service['group'] | undefined>> = {
  options: undefined,
  deposit: 'money',
  withdraw: 'money',
  convert: 'money',
  send: 'money',
  moveFunds: 'money',
  staking: 'earn',
  lockMining: 'earn',
  loans: 'earn',
  support: 'earn',
};

/** What the site offers besides the tabs, by its flags (PRODUCT 2). */
export const servicesOf = (settings: Settings): readonly Service[] =>
  menuTiles(settings).flatMap(({ key, to }) => {
    const group = GROUPS[key];
    return group ? [{ key, to, icon: TILE_ICONS[key], group }] : [];
  });

/** Screens that only the palette names. */
export const OTHERS: readonly Place[] = [
  { to: '/trade-lst', title: 'tradeList', icon: orders },
  { to: '/transfer-list', title: 'sendList', icon: orders },
  { to: '/staking-list', title: 'stakingList', icon: orders },
  { to: '/notify', title: 'notices', icon: bell },
  { to: '/security', title: 'security', icon: shield },
  { to: '/real_authentication', title: 'identity', icon: id },
  { to: '/bindMentionAddress', title: 'address', icon: address },
  { to: '/bank', title: 'bank', icon: card },
  { to: '/invite', title: 'invite', icon: invite },
  { to: '/introduction', title: 'about', icon: article },
  { to: '/proof', title: 'proof', icon: proof },
  { to: '/voids', title: 'voids', icon: gauge },
];
