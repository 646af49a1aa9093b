import type { IconShape } from '@plimsoll/ui';
import { article, settings, users } from '@plimsoll/ui/icons-screens';
import { deposit, home, withdraw } from '@plimsoll/ui/icons-shell';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Messages } from 'use-intl';
import { AuditScreen } from '../features/audit/index.ts';
import { DepositsScreen, WithdrawalsScreen } from '../features/funding/index.ts';
import { OverviewScreen } from '../features/house/index.ts';
import { MeScreen, OperatorsScreen } from '../features/operators/index.ts';
import type { QueueName } from '../platform/overview.ts';

/** Groups of the sidebar, in its order. */
export const GROUPS = ['review', 'look', 'catalogue', 'house'] as const;
export type Group = (typeof GROUPS)[number];

/** A screen of the console: one line here gives it its address, its place in the sidebar and its right. */
export interface ConsoleScreen {
  /** Its address below `/operator`; its list takes `/:id` too, and `/create`. */
  readonly path: string;
  /** Its name in the sidebar, at the head and in the tab: `console.screens.…`. */
  readonly name: keyof Messages['console']['screens'];
  readonly icon: IconShape;
  /** Where it stands in the sidebar: above the groups when there is none, nowhere when another screen or the menu leads to it. */
  readonly group?: Group | 'nowhere';
  /** Offered to who may list this resource, as the contract says; to everybody when there is none. */
  readonly resource?: string;
  /** The queue that is decided here: how much waits in it stands in the sidebar. */
  readonly queue?: QueueName;
  readonly Screen: LazyExoticComponent<ComponentType>;
}

/** Every screen, in the order of the sidebar. */
export const SCREENS: readonly ConsoleScreen[] = [
  { path: '', name: 'overview', icon: home, Screen: OverviewScreen },
  { path: 'deposits', name: 'deposits', icon: deposit, group: 'review', resource: 'recharges', queue: 'recharges', Screen: DepositsScreen },
  { path: 'withdrawals', name: 'withdrawals', icon: withdraw, group: 'review', resource: 'withdrawals', queue: 'withdrawals', Screen: WithdrawalsScreen },
  { path: 'audit', name: 'audit', icon: article, group: 'look', resource: 'audit', Screen: AuditScreen },
  { path: 'operators', name: 'operators', icon: users, group: 'house', resource: 'operators', Screen: OperatorsScreen },
  { path: 'me', name: 'me', icon: settings, group: 'nowhere', Screen: MeScreen },
];

/** The screen that an address belongs to. */
export const screenAt = (pathname: string): ConsoleScreen | undefined => {
  const first = pathname.split('/')[1] ?? '';
  return SCREENS.find(({ path }) => path === first);
};
